//! A report about a whole class: many submissions of one task, one set of tests.
//!
//! Each submission is an ordinary job of `localize`, in a folder of its own that holds nothing but its files, so nobody's
//! result depends on what others handed in. What a report needs of the result is one [`Record`], a line of JSON. All
//! pages and tables are made from records alone: a run can be ended at any time and continued later, or be divided among
//! machines, and the output is the same bytes.
//!
//! What a teacher asks first is which mistakes are common. A [`mistake::Mistake`] is a certified edit without what is accidental
//! in it: the kind of place, and the change of the smallest expression with its variables numbered. Submissions with the
//! same mistakes and the same failing tests are one group.
//!
//! `groups`, `page` and `csv` are pure: records go in, text comes out.

mod csv;
mod groups;
pub(crate) mod limits;
mod mistake;
mod page;
mod pool;
mod record;
mod submissions;

pub(crate) use csv::csv;
pub(crate) use page::{page, summary};
pub(crate) use pool::{Pool, run};
pub(crate) use record::{Record, State, latest, lines, read_lines};
pub(crate) use submissions::{Submission, hash, read};

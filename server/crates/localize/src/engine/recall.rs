//! Questions that an earlier search has looked into: see [`crate::memory`].

use std::hash::{DefaultHasher, Hash, Hasher};

use super::asker::{Asker, MOST_HALVINGS, Question, Told};
use super::known::Known;
use crate::memory::{self, Asked, Lesson, Looked, Recollection, Said};
use search::oracle::{Answer, Effort};

impl Asker<'_> {
    /// Answers from memory, or looks into it for the memory.
    pub(super) fn recall(
        &mut self,
        memory: &Recollection,
        question: &Question<'_>,
        known: &mut Known,
    ) -> Told {
        let asked = Asked {
            test: self.subjects[question.test].fingerprint(memory),
            set: question.relaxed.clone(),
            effort: question.effort,
            shown: question.shown,
            dear: question.effort == Effort::Quick && known.dear,
        };
        let limits = self.limits_of(question);
        if let Some(recalled) = memory.recall(&asked)
            && let Some(told) = self.retold(recalled.told, limits, question, known)
        {
            return Told {
                lesson: Some(Lesson::Known(recalled.fact)),
                ..told
            };
        }
        let (told, called) = self.look(question, known);
        let tried = known.dear && question.effort == Effort::Quick && !asked.dear;
        let said = self.said(&told, limits, tried);
        let start = self.subjects[question.test].test.start.function;
        let looked = said.map(|said| Looked {
            told: memory::Told {
                said,
                work: told.work,
                checks: told.checks,
                idle: told.idle,
            },
            asked,
            called,
            start,
        });
        let lesson = looked.map(|looked| Lesson::New(Box::new(looked)));
        Told { lesson, ..told }
    }

    /// A number for all limits of a question.
    fn limits_of(&self, question: &Question<'_>) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.limits(question.test, question.effort)
            .hash(&mut hasher);
        question.unanswered.min(MOST_HALVINGS).hash(&mut hasher);
        hasher.finish()
    }

    /// What was told once, told again; `None` if it does not hold here.
    fn retold(
        &self,
        told: memory::Told,
        limits: u64,
        question: &Question<'_>,
        known: &mut Known,
    ) -> Option<Told> {
        let (work, checks, idle) = (told.work, told.checks, told.idle);
        let plain = |answer| Told {
            checks,
            idle,
            ..Told::plain(answer, work)
        };
        match told.said {
            Said::Yes { .. } if question.effort == Effort::Low => Some(plain(Answer::Yes)),
            Said::Yes { script, tried } => {
                let witness = self.witness(question.relaxed, Said::script(script));
                let survives = self.is_witness(question.test, &witness);
                survives.then(|| {
                    known.dear |= tried;
                    known.add(&witness);
                    Told {
                        witness: Some(witness),
                        ..plain(Answer::Yes)
                    }
                })
            }
            Said::No { bounded, .. } if bounded.is_some_and(|under| under != limits) => None,
            Said::No { core, bounded } => {
                let bounded = bounded.is_some();
                Some(plain(Answer::No { bounded, core }))
            }
            Said::Open { limits: under, .. } if under != limits => None,
            Said::Open { reason, .. } => Some(plain(Answer::Unknown { reason })),
        }
    }

    /// An answer as it is remembered. `tried`: it came of trying values, where that was not begun with.
    fn said(&self, told: &Told, limits: u64, tried: bool) -> Option<Said> {
        Some(match told.answer.as_ref().ok()? {
            Answer::Yes => {
                let witness = told.witness.as_ref();
                Said::yes(witness.map(|w| &w.script), tried)
            }
            Answer::No { bounded, core } => Said::No {
                core: core.clone(),
                bounded: bounded.then_some(limits),
            },
            // Nothing was found out: there was no time.
            Answer::Unknown { .. } if (self.stopped)() => return None,
            Answer::Unknown { reason } => Said::Open {
                reason: reason.clone(),
                limits,
            },
        })
    }
}

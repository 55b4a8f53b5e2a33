//! Search for the smallest sets of nested pieces that suffice.
//!
//! A piece can do whatever a piece inside it can do. So of two sets that suffice, the smaller one is the one with fewer
//! pieces, and of two sets of equal size, the one whose pieces lie inside those of the other. Once a set is known not
//! to suffice, neither does any set whose pieces all lie inside its own. Outer pieces are therefore queried first.

use crate::limits::MAX_REFINED_SETS;
use syntax::Span;

/// Finds the smallest sets of these places (in order of place, outer before inner) that suffice, as sets of indices, in
/// order of place. Sets of two are tried only where no single piece suffices, and only if `pairs` is set.
///
/// Returns `None` if an answer is missing (`ask` returned `None`): then no set can be called smallest.
pub(super) fn smallest(
    places: &[Span],
    pairs: bool,
    ask: &mut dyn FnMut(&[usize]) -> Option<bool>,
) -> Option<Vec<Vec<usize>>> {
    let singles = (0..places.len()).map(|i| vec![i]);
    let mut bad = Vec::new();
    let mut sets = suffice(places, singles, &mut bad, ask)?;
    if sets.is_empty() && pairs {
        let pairs = (0..places.len()).flat_map(|i| (i + 1..places.len()).map(move |j| vec![i, j]));
        let apart = |pair: &Vec<usize>| !places[pair[0]].overlaps(places[pair[1]]);
        sets = suffice(places, pairs.filter(apart), &mut bad, ask)?;
    }
    sets.truncate(MAX_REFINED_SETS);
    Some(sets)
}

/// The innermost of the candidates that suffice; candidates that do not suffice are added to `bad`.
fn suffice(
    places: &[Span],
    candidates: impl Iterator<Item = Vec<usize>>,
    bad: &mut Vec<Vec<usize>>,
    ask: &mut dyn FnMut(&[usize]) -> Option<bool>,
) -> Option<Vec<Vec<usize>>> {
    let mut good: Vec<Vec<usize>> = Vec::new();
    for set in candidates {
        if bad.iter().any(|outer| inside(places, &set, outer)) {
            continue;
        }
        if ask(&set)? {
            good.push(set);
        } else {
            bad.push(set);
        }
    }
    let is_smallest = |set: &Vec<usize>| {
        let smaller = |other: &&Vec<usize>| *other != set && inside(places, other, set);
        !good.iter().any(|other| smaller(&other))
    };
    Some(
        good.iter()
            .filter(|set| is_smallest(set))
            .cloned()
            .collect(),
    )
}

/// Whether every piece of `inner` is in `outer` or lies inside a piece of `outer`.
fn inside(places: &[Span], inner: &[usize], outer: &[usize]) -> bool {
    let covers =
        |i: usize, o: usize| i == o || places[o] != places[i] && places[o].encloses(places[i]);
    inner.iter().all(|&i| outer.iter().any(|&o| covers(i, o)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Places from spans.
    fn places(spans: &[(u32, u32)]) -> Vec<Span> {
        let span = |&(start, end): &(u32, u32)| Span {
            start,
            end,
            ..Span::default()
        };
        spans.iter().map(span).collect()
    }

    /// `a + b * c`: all, `a`, `b * c`, `b`, `c`.
    const SUM: [(u32, u32); 5] = [(0, 9), (0, 1), (4, 9), (4, 5), (8, 9)];

    fn found(sufficient: &[&[usize]]) -> (Option<Vec<Vec<usize>>>, usize) {
        let places = places(&SUM);
        let mut asked = 0;
        let sets = smallest(&places, false, &mut |set| {
            asked += 1;
            Some(sufficient.contains(&set))
        });
        (sets, asked)
    }

    #[test]
    fn the_innermost_single_pieces_come_out() {
        assert_eq!(found(&[&[0], &[2], &[4]]).0, Some(vec![vec![4]]));
        assert_eq!(
            found(&[&[0], &[1], &[2], &[3]]).0,
            Some(vec![vec![1], vec![3]])
        );
        assert_eq!(found(&[&[0]]).0, Some(vec![vec![0]]));
    }

    #[test]
    fn what_lies_inside_an_insufficient_piece_is_not_asked() {
        assert_eq!(found(&[]), (Some(vec![]), 1));
        let (sets, asked) = found(&[&[0], &[1]]);
        assert_eq!((sets, asked), (Some(vec![vec![1]]), 3));
    }

    #[test]
    fn pairs_where_no_piece_suffices_alone() {
        // f(a, b + c): `a`, `b + c`, `b`, `c`.
        let places = places(&[(2, 3), (5, 10), (5, 6), (9, 10)]);
        let sufficient: [&[usize]; 3] = [&[0, 1], &[0, 3], &[2, 3]];
        let sets = smallest(&places, true, &mut |set| Some(sufficient.contains(&set)));
        assert_eq!(sets, Some(vec![vec![0, 3]]));
    }

    #[test]
    fn nothing_is_called_smallest_when_an_answer_is_missing() {
        let places = places(&SUM);
        let sets = smallest(&places, true, &mut |set| (set != [3]).then_some(true));
        assert_eq!(sets, None);
    }
}

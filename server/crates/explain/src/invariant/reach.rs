//! How far an interval goes.

/// How far from `from` (which does) towards `end` one can go: constants of the formula (`bounds`) first, then by
/// halving. `does` is asked of an end: whether all numbers from `from` to it do.
pub(crate) fn reach<C>(
    asked: &mut C,
    from: i128,
    end: i128,
    bounds: &[i128],
    does: &mut dyn FnMut(&mut C, i128) -> bool,
) -> i128 {
    let towards = (end - from).signum();
    if towards == 0 || !does(asked, from + towards) {
        return from;
    }
    let mut reached = from + towards;
    let mut beyond = end + towards;
    let mut stops: Vec<i128> = bounds.to_vec();
    stops.push(end);
    stops.retain(|b| (b - reached).signum() == towards && (end - b) * towards >= 0);
    // The farthest first.
    stops.sort_by_key(|b| -(b - from).abs());
    for stop in stops {
        if does(asked, stop) {
            reached = stop;
            break;
        }
        beyond = stop;
    }
    while (beyond - reached).abs() > 1 {
        // Just beyond a constant is the likely end.
        if !does(asked, reached + towards) {
            break;
        }
        reached += towards;
        let middle = reached + (beyond - reached) / 2;
        if middle != reached && does(asked, middle) {
            reached = middle;
        } else if middle != reached {
            beyond = middle;
        }
    }
    reached
}

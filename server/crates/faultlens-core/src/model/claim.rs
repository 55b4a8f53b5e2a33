//! Claims about the role of a component in the failures.

use super::Component;
use super::words::quoted;

impl Component {
    /// Claim about the component's role in the failure, in a clause: `` `f < s` is true or false at the wrong time ``.
    pub fn claim(&self) -> String {
        let text = quoted(&self.text);
        if let Some(place) = self.missing() {
            return format!("{text} may be missing {place}");
        }
        match self.kind.as_str() {
            "condition" => format!("{text} is true or false at the wrong time"),
            "switch" => format!("{text} chooses the wrong case"),
            "assignment" | "initialiser" | "increment" => format!("{text} gives a wrong value"),
            "declaration" => format!("{text} needs an initial value"),
            "call" | "expression" => format!("{text} has a wrong result or effect"),
            "return" => format!("{text} returns a wrong value"),
            "jump" => format!("{text} runs at the wrong time"),
            "output" => format!("{text} writes the wrong text"),
            "input" => format!("{text} reads wrongly"),
            "macro" => format!("{text} is the wrong number"),
            "size" => format!("the size {text} is too small"),
            "type" => format!("{text} is the wrong type"),
            "target" => format!("{text} chooses the wrong element"),
            "argument" => format!("{text} is the wrong argument"),
            kind => format!("{kind} {text} does the wrong thing"),
        }
    }
}

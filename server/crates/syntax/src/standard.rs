//! Versions of C, as a compiler's `-std=` names them.

/// A version of C. It decides which macros are predefined, and nothing else: all of C is always understood.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standard {
    /// Value of `__STDC_VERSION__`; 0 for C90, which does not have it.
    pub version: u32,
    /// Whether GNU's extensions are left out: names that do not belong to the implementation are not predefined.
    pub is_strict: bool,
}

/// gcc's: GNU C17.
impl Default for Standard {
    fn default() -> Self {
        Self {
            version: 201_710,
            is_strict: false,
        }
    }
}

impl Standard {
    /// The version that is called `name`, as in `c99`, `gnu11` and `iso9899:1990`; `None` if it is none of C's.
    pub fn named(name: &str) -> Option<Standard> {
        let gnu = name.strip_prefix("gnu");
        let year = gnu
            .or_else(|| name.strip_prefix("iso9899:"))
            .or_else(|| name.strip_prefix('c'))?;
        let version = match year {
            "89" | "90" | "1990" => 0,
            "199409" => 199_409,
            "99" | "9x" | "1999" | "199x" => 199_901,
            "11" | "1x" | "2011" => 201_112,
            "17" | "18" | "2017" | "2018" => 201_710,
            "2x" | "23" => 202_000,
            _ => return None,
        };
        Some(Standard {
            version,
            is_strict: gnu.is_none(),
        })
    }
}

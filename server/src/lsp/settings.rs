//! Settings of the editor: the section `faultlens` of `workspace/configuration`, or `initializationOptions`. If the
//! client has several folders, the section is requested for each of them (`scopeUri`).
//!
//! | key | default | meaning |
//! |---|---|---|
//! | `run` | `onCommand` | when to look for suspects: `onCommand`, or `onSave` when tests fail |
//! | `codeLens` | `true` | show code lenses; clients without them get a diagnostic at the head of `main` when tests fail |
//! | `inlayHints` | `true` | show inlay hints: values, and what holds behind suspects |
//! | `timeLimit` | 20 | seconds for one job |
//! | `memoryLimit` | 2048 | megabytes for one job |
//! | `allowOutside` | `false` | read files outside the project where its configuration names them |
//! | `maxSize`, … | | every other option of the command line, in camel case |
//!
//! Tests run automatically, on open and after edits: they are only interpreted, in a worker with limits.

use serde_json::Value as Json;

use crate::config::{Options, Value, spec};

/// Settings that can be changed in the editor.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// Options of jobs.
    pub options: Options,
    /// When to search for suspects.
    pub run: WhenToSearch,
    /// Whether to show code lenses, or the diagnostic that replaces them.
    pub code_lens: bool,
    /// Whether to show inlay hints.
    pub inlay_hints: bool,
}

/// When to search for suspects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WhenToSearch {
    /// Only on request.
    OnCommand,
    /// Also when a file with failing tests is saved.
    OnSave,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            options: Options::default(),
            run: WhenToSearch::OnCommand,
            code_lens: true,
            inlay_hints: true,
        }
    }
}

impl Settings {
    /// Reads the section, or an object that contains it under `faultlens`. Values that are not understood keep their
    /// default and are reported in the second part. Keys that are no setting of the server belong to the client and are
    /// ignored.
    pub fn from_json(json: &Json) -> (Self, Vec<String>) {
        let mut settings = Self::default();
        let mut problems = Vec::new();
        let section = json.get("faultlens").unwrap_or(json);
        for (key, value) in section.as_object().into_iter().flatten() {
            if let Err(problem) = settings.set(key, value) {
                problems.push(format!("faultlens.{key}: {problem}"));
            }
        }
        (settings, problems)
    }

    fn set(&mut self, key: &str, json: &Json) -> Result<(), String> {
        if json.is_null() {
            return Ok(());
        }
        let flag = || {
            json.as_bool()
                .ok_or_else(|| format!("expected true or false, got {json}"))
        };
        match key {
            "run" => {
                self.run = match json.as_str() {
                    Some("onCommand") => WhenToSearch::OnCommand,
                    Some("onSave") => WhenToSearch::OnSave,
                    _ => return Err(format!("expected \"onCommand\" or \"onSave\", got {json}")),
                }
            }
            "codeLens" => self.code_lens = flag()?,
            "inlayHints" => self.inlay_hints = flag()?,
            "timeLimit" => self.option("timeout", json)?,
            "memoryLimit" => self.option("memory", json)?,
            option if spec(option).is_some() => self.option(option, json)?,
            _ => {}
        }
        Ok(())
    }

    fn option(&mut self, name: &str, json: &Json) -> Result<(), String> {
        let Some(value) = Value::from_json(json) else {
            return Ok(());
        };
        self.options
            .set(name, &value)
            .map_err(|refused| refused.to_string())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_setting_has_an_effect() {
        let (settings, problems) = Settings::from_json(&json!({ "faultlens": {
            "run": "onSave", "codeLens": false, "inlayHints": false, "timeLimit": 1.5, "memoryLimit": 512, "maxSize": 2,
            "server": { "path": "belongs to the client" }, "strategy": null,
        }}));
        assert_eq!(problems, Vec::<String>::new());
        assert_eq!(settings.run, WhenToSearch::OnSave);
        assert!(!settings.code_lens && !settings.inlay_hints);
        assert_eq!(
            (
                settings.options.timeout,
                settings.options.memory_mb,
                settings.options.max_size
            ),
            (1.5, 512, 2)
        );
    }

    #[test]
    fn the_section_may_come_without_its_name() {
        assert_eq!(
            Settings::from_json(&json!({ "maxSize": 1 }))
                .0
                .options
                .max_size,
            1
        );
        assert_eq!(
            Settings::from_json(&Json::Null),
            (Settings::default(), Vec::new())
        );
    }

    #[test]
    fn what_is_not_understood_is_told_and_changes_nothing() {
        let (settings, problems) =
            Settings::from_json(&json!({ "run": "always", "maxSize": "big", "codeLens": 3 }));
        assert_eq!(settings, Settings::default());
        assert_eq!(problems.len(), 3);
        assert!(
            problems
                .iter()
                .all(|problem| problem.starts_with("faultlens.")),
            "{problems:?}"
        );
    }
}

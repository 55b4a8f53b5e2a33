//! Settings by scope: those of the document's workspace folder, else those of the window.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::settings::Settings;

/// Settings of the window, and of folders.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Scopes {
    window: Arc<Settings>,
    /// Complete settings of each folder, including those inherited from the window.
    folders: Vec<(PathBuf, Arc<Settings>)>,
}

impl Scopes {
    /// Settings of the window, for all folders.
    pub(crate) fn of_window(settings: Settings) -> Self {
        Self {
            window: Arc::new(settings),
            folders: Vec::new(),
        }
    }

    /// Settings after the client's answer. A folder that it does not mention gets the settings of the window; if it
    /// does not mention those either, they remain.
    pub(crate) fn answered(
        &self,
        window: Option<Settings>,
        folders: Vec<(PathBuf, Settings)>,
    ) -> Self {
        let folders = folders.into_iter();
        Self {
            window: window.map_or_else(|| Arc::clone(&self.window), Arc::new),
            folders: folders
                .map(|(f, settings)| (f, Arc::new(settings)))
                .collect(),
        }
    }

    /// Settings for a document: those of the innermost folder that contains it.
    pub(crate) fn of(&self, document: Option<&Path>) -> &Arc<Settings> {
        let document = document.unwrap_or(Path::new(""));
        let around = self.folders.iter().filter(|(f, _)| document.starts_with(f));
        let innermost = around.max_by_key(|(folder, _)| folder.components().count());
        innermost.map_or(&self.window, |(_, settings)| settings)
    }

    /// Settings of the window, and of the folders that differ from them.
    pub(crate) fn different(&self) -> impl Iterator<Item = (Option<&Path>, &Settings)> {
        let window = (None, &*self.window);
        let others = self.folders.iter().filter(|(_, s)| *s != self.window);
        std::iter::once(window).chain(others.map(|(f, s)| (Some(f.as_path()), &**s)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_size(max_size: usize) -> Settings {
        let mut settings = Settings::default();
        settings.options.max_size = max_size;
        settings
    }

    #[test]
    fn the_innermost_folder_counts_and_then_the_window() {
        let scopes = Scopes::of_window(of_size(1));
        let folders = [("/w", 2), ("/w/inner", 4)];
        let folders = folders.map(|(folder, size)| (PathBuf::from(folder), of_size(size)));
        let answered = scopes.answered(None, folders.to_vec());
        let size = |scopes: &Scopes, path: &str| scopes.of(Some(Path::new(path))).options.max_size;
        assert_eq!(size(&answered, "/w/a.c"), 2);
        assert_eq!(size(&answered, "/w/inner/a.c"), 4);
        assert_eq!(size(&answered, "/wide/a.c"), 1);
        assert_eq!(answered.of(None).options.max_size, 1);
        assert_eq!(answered.different().count(), 3);
        // The client now has other settings, and none for folders.
        let later = answered.answered(Some(of_size(3)), Vec::new());
        assert_eq!(size(&later, "/w/a.c"), 3);
    }
}

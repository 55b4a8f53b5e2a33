//! Actions that apply verified fixes.

use std::collections::HashMap;
use std::sync::Arc;

use tower_lsp::ls_types::{
    AnnotatedTextEdit, ChangeAnnotation, CodeAction, CodeActionKind, DocumentChanges, OneOf,
    OptionalVersionedTextDocumentIdentifier, Range, TextDocumentEdit, TextEdit, Uri, WorkspaceEdit,
};

use crate::lsp::line_index::LineIndex;
use crate::lsp::snapshot::Snapshot;
use crate::model::{Fix, Scope};

/// Maximum number of fixes offered at one place.
const MOST_FIXES: usize = 3;

/// Other files of the program that fixes change, by their names in the report.
pub(crate) type OtherFiles = HashMap<String, OtherFile>;

/// A file other than the document.
#[derive(Debug, Clone)]
pub(crate) struct OtherFile {
    /// URI of the file.
    pub(crate) uri: Uri,
    /// Current text.
    pub(crate) text: Arc<str>,
    /// Line index of the text.
    pub(crate) index: LineIndex,
}

/// Names of the files beside the document that fixes change.
pub(crate) fn other_files(snapshot: &Snapshot) -> Vec<String> {
    let Some(findings) = &snapshot.findings else {
        return Vec::new();
    };
    let edits = findings.report.fixes();
    let edits = edits.iter().flat_map(|fix| fix.edits());
    let mut files: Vec<String> = edits.map(|edit| edit.file.clone()).collect();
    files.sort();
    files.dedup();
    files.retain(|file| *file != findings.report.file);
    files
}

/// Verified fixes of the suspects in a range, and hints that repair some tests; empty if the text is not the one that
/// was analysed.
pub(super) fn fixes(snapshot: &Snapshot, range: Range, others: &OtherFiles) -> Vec<CodeAction> {
    let Some(findings) = snapshot.findings.as_ref().filter(|_| !snapshot.stale()) else {
        return Vec::new();
    };
    let report = &findings.report;
    let of_sets = report.diagnoses.iter();
    let of_sets = of_sets.map(|set| (set.group, &set.components, &set.fixes));
    let hints = report.partial.iter();
    let hints = hints.map(|part| (part.group, &part.components, &part.fixes));
    let mut found: Vec<CodeAction> = Vec::new();
    let mut known: Vec<&Fix> = Vec::new();
    for (group, components, fixes) in of_sets.chain(hints) {
        if !components.iter().any(|c| {
            let suspect = snapshot.range(&(c.start as usize..c.end as usize));
            let is_in =
                suspect.start.line <= range.end.line && range.start.line <= suspect.end.line;
            c.file == report.file && is_in
        }) {
            continue;
        }
        for fix in fixes {
            if known.len() == MOST_FIXES || known.contains(&fix) {
                continue;
            }
            if let Some(changes) = changes(snapshot, fix, others) {
                known.push(fix);
                found.extend(both(snapshot, fix, &report.with_fix(group, fix), changes));
            }
        }
    }
    found
}

/// Edits of a fix, by document; `None` if one of them is in a file that has changed.
fn changes(
    snapshot: &Snapshot,
    fix: &Fix,
    others: &OtherFiles,
) -> Option<Vec<(Uri, Vec<TextEdit>)>> {
    let report = &snapshot.findings.as_ref()?.report;
    let mut changes: Vec<(Uri, Vec<TextEdit>)> = Vec::new();
    for edit in fix.edits() {
        let place = edit.start as usize..edit.end as usize;
        let (uri, range) = if edit.file == report.file {
            (snapshot.uri.clone(), snapshot.range(&place))
        } else {
            let other = others.get(&edit.file)?;
            if other.text.get(place.clone())? != edit.old {
                return None;
            }
            let encoding = snapshot.client.encoding;
            (
                other.uri.clone(),
                other.index.range(&other.text, &place, encoding),
            )
        };
        let change = TextEdit::new(range, edit.new.clone());
        match changes.iter_mut().find(|(known, _)| *known == uri) {
            Some((_, edits)) => edits.push(change),
            None => changes.push((uri, vec![change])),
        }
    }
    Some(changes)
}

/// Actions that apply a fix directly, and with a preview if the client can show one.
fn both(
    snapshot: &Snapshot,
    fix: &Fix,
    promise: &str,
    changes: Vec<(Uri, Vec<TextEdit>)>,
) -> Vec<CodeAction> {
    let sentence = fix.sentence();
    let apply = CodeAction {
        title: format!("FaultLens: {sentence} ({promise})"),
        kind: Some(CodeActionKind::QUICKFIX),
        edit: Some(WorkspaceEdit {
            changes: Some(changes.iter().cloned().collect()),
            ..WorkspaceEdit::default()
        }),
        is_preferred: Some(fix.scope == Scope::All && fix.likely),
        ..CodeAction::default()
    };
    if !snapshot.client.confirms {
        return vec![apply];
    }
    let preview = CodeAction {
        title: format!("FaultLens: show first: {sentence}"),
        kind: Some(CodeActionKind::QUICKFIX),
        edit: Some(confirmed(changes, &sentence, promise)),
        ..CodeAction::default()
    };
    vec![apply, preview]
}

/// A workspace edit that the client shows before it applies it.
fn confirmed(changes: Vec<(Uri, Vec<TextEdit>)>, sentence: &str, promise: &str) -> WorkspaceEdit {
    const ID: &str = "fix";
    let document = |(uri, edits): (Uri, Vec<TextEdit>)| {
        let annotated = edits.into_iter().map(|text_edit| {
            OneOf::Right(AnnotatedTextEdit {
                text_edit,
                annotation_id: ID.to_owned(),
            })
        });
        TextDocumentEdit {
            text_document: OptionalVersionedTextDocumentIdentifier { uri, version: None },
            edits: annotated.collect(),
        }
    };
    let annotation = ChangeAnnotation {
        label: sentence.to_owned(),
        needs_confirmation: Some(true),
        description: Some(promise.to_owned()),
    };
    WorkspaceEdit {
        document_changes: Some(DocumentChanges::Edits(
            changes.into_iter().map(document).collect(),
        )),
        change_annotations: Some([(ID.to_owned(), annotation)].into()),
        ..WorkspaceEdit::default()
    }
}

//! Code actions: verified fixes, and every command of the lenses, because many clients have no lenses.

mod commands;
mod fixes;

#[cfg(test)]
mod tests;

use tower_lsp::ls_types::{
    CodeAction, CodeActionContext, CodeActionKind, CodeActionOrCommand, CodeActionTriggerKind,
    Command, Diagnostic, NumberOrString, Range,
};

use self::commands::{at_head, commands, questions};
use self::fixes::fixes;
use super::diagnostics::{SOURCE, verdict};
use crate::lsp::ext;
use crate::lsp::snapshot::Snapshot;
pub(crate) use fixes::{OtherFile, OtherFiles, other_files};

/// Actions for a range.
///
/// When editors ask on their own (to draw a light bulb), actions are offered only at suspects and at the lenses' line;
/// a light bulb on every line of a file would be noise.
pub(crate) fn actions(
    snapshot: &Snapshot,
    range: Range,
    context: &CodeActionContext,
    others: &OtherFiles,
) -> Vec<CodeActionOrCommand> {
    let wanted = context.only.as_ref().is_none_or(|kinds| {
        kinds
            .iter()
            .any(|kind| kind.as_str().is_empty() || *kind == CodeActionKind::QUICKFIX)
    });
    if !wanted || !(asked(context) || at_something_of_ours(snapshot, range, context)) {
        return Vec::new();
    }
    let fixes = fixes(snapshot, range, others);
    let mut commands = commands(snapshot, range);
    if asked(context) {
        commands.extend(questions(snapshot, range));
    }
    if !snapshot.client.action_literals {
        return commands
            .into_iter()
            .map(CodeActionOrCommand::Command)
            .collect();
    }
    let commands = commands.into_iter().map(|command| CodeAction {
        title: command.title.clone(),
        kind: Some(CodeActionKind::QUICKFIX),
        diagnostics: answered(&command, context),
        command: Some(command),
        ..CodeAction::default()
    });
    fixes
        .into_iter()
        .chain(commands)
        .map(CodeActionOrCommand::CodeAction)
        .collect()
}

/// Diagnostics that a command answers: a search for suspects answers that tests fail.
fn answered(command: &Command, context: &CodeActionContext) -> Option<Vec<Diagnostic>> {
    let given = context.diagnostics.iter().filter(|diagnostic| {
        let code = NumberOrString::String(verdict::CODE.to_owned());
        diagnostic.source.as_deref() == Some(SOURCE) && diagnostic.code.as_ref() == Some(&code)
    });
    let asking: Vec<Diagnostic> = given.cloned().collect();
    (command.command == ext::LOCALIZE && !asking.is_empty()).then_some(asking)
}

/// Whether the user opened the menu. This is assumed for clients that do not say.
fn asked(context: &CodeActionContext) -> bool {
    context.trigger_kind != Some(CodeActionTriggerKind::AUTOMATIC)
}

fn at_something_of_ours(snapshot: &Snapshot, range: Range, context: &CodeActionContext) -> bool {
    at_head(snapshot, range)
        || context
            .diagnostics
            .iter()
            .any(|diagnostic| diagnostic.source.as_deref() == Some(SOURCE))
}

//! `workspace/executeCommand`.

use serde_json::Value as Json;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::{ExecuteCommandParams, Uri};

use crate::lsp::ext;
use crate::lsp::session::{Command, SessionHandle};

/// Executes or starts the command; long work continues after the answer.
pub(crate) async fn execute_command(
    session: &SessionHandle,
    params: ExecuteCommandParams,
) -> Result<Option<Json>> {
    let second = params.arguments.get(1);
    let (number, test) = (number(second), second.and_then(Json::as_str));
    let Some(command) = Command::named(&params.command, number, test) else {
        let name = &params.command;
        let why = if ext::COMMANDS.contains(&name.as_str()) {
            format!(
                "{name}: the second argument must be what it is about: the number of a line, from 0, or of a set, from 1, or a \
                 test or a text"
            )
        } else {
            format!("there is no command `{name}`")
        };
        return Err(Error::invalid_params(why));
    };
    let uri = document(params.arguments.first())?;
    match session.command(command, uri).await {
        Ok(Json::Null) => Ok(None),
        Ok(value) => Ok(Some(value)),
        Err(why) => Err(Error::invalid_params(format!("{}: {why}", params.command))),
    }
}

/// Document that the argument names: a URI, or an object that contains one, as some clients send it.
fn document(argument: Option<&Json>) -> Result<Option<Uri>> {
    let named = match argument {
        None | Some(Json::Null) => return Ok(None),
        Some(argument) => argument
            .as_str()
            .or_else(|| argument.get("uri").and_then(Json::as_str)),
    };
    let uri = named.and_then(|uri| uri.parse().ok());
    uri.map(Some)
        .ok_or_else(|| Error::invalid_params("the argument must be the URI of an open document"))
}

/// Line or set that an argument names.
fn number(argument: Option<&Json>) -> Option<u32> {
    u32::try_from(argument?.as_u64()?)
        .ok()
        .filter(|number| *number < u32::MAX)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn documents_are_named_by_uri_or_not_at_all() {
        assert_eq!(document(None).unwrap(), None);
        let uri: Uri = "file:///a.c".parse().unwrap();
        assert_eq!(
            document(Some(&json!("file:///a.c"))).unwrap(),
            Some(uri.clone())
        );
        assert_eq!(
            document(Some(&json!({ "uri": "file:///a.c" }))).unwrap(),
            Some(uri)
        );
        assert!(document(Some(&json!(7))).is_err());
    }
}

//! The server of the Model Context Protocol, for agents: the third client of [`crate::jobs`].
//!
//! Each call of a tool is an ordinary job in a worker process of its own, with the limits of the configuration. The
//! structured result is the JSON of `--format json`, the text beside it that of the command line.
//!
//! Deliberately absent: anything that writes a file or runs a program of the user's; any state from one call to the next.

mod call;
mod tools;

use std::error::Error;
use std::io;

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, Implementation, ListToolsResult,
    PaginatedRequestParams, ProgressNotificationParam, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::{RequestContext, ServerInitializeError};
use rmcp::{ErrorData, RoleServer, ServerHandler, ServiceExt};
use tokio::sync::{Semaphore, mpsc};

use self::call::{Call, Caller};
use crate::cli::emit::without_error_number;
use crate::jobs::Worker;

/// Maximum number of calls that run at once; the others wait.
const CONCURRENT_CALLS: usize = 4;

/// What clients tell a model about the server.
const INSTRUCTIONS: &str = "FaultLens runs the tests of a C program in an interpreter and finds the statements that could be at fault for those that fail. \
    Begin with `test`, then `localize`; `explain` and `why` tell how one test fails; `check_fix` tries a patch without writing it. \
    Tests lie beside the program: files such as tests/1.in and tests/1.out, functions of a test library, entries of faultlens.toml. \
    A confirmed cause is a place where a change can make the failing tests pass; whether it is the fault is for you to judge.";

/// Serves one client on stdin and stdout until it closes its end. Jobs run in `worker`s.
pub fn run(worker: Worker) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()?;
    let served = runtime.block_on(serve(worker));
    // Jobs that still run end with this process, because their stdin does.
    runtime.shutdown_background();
    served
}

async fn serve(worker: Worker) -> io::Result<()> {
    let server = Server {
        worker,
        tools: tools::listed(),
        running: Semaphore::new(CONCURRENT_CALLS),
    };
    match server.serve(rmcp::transport::stdio()).await {
        Ok(session) => session.waiting().await.map(drop).map_err(io::Error::other),
        Err(ServerInitializeError::ConnectionClosed(_)) => Ok(()),
        Err(error) => Err(io::Error::other(error)),
    }
}

struct Server {
    worker: Worker,
    tools: Vec<Tool>,
    running: Semaphore,
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(Implementation::new("faultlens", env!("CARGO_PKG_VERSION")))
            .with_instructions(INSTRUCTIONS)
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.tools.iter().find(|tool| tool.name == name).cloned()
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(self.tools.clone()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let arguments = request.arguments.unwrap_or_default();
        let call = Call::new(&request.name, arguments).map_err(invalid)?;
        let token = context.meta.get_progress_token();
        let (told, mut progress) = mpsc::unbounded_channel();
        let worker = self.worker.clone().with_only_the_last(token.is_none());
        let caller = Caller {
            worker,
            context: context.clone(),
            told,
        };
        // A call that was cancelled while it waited starts no job.
        let _turn = tokio::select! {
            turn = self.running.acquire() => turn.map_err(internal)?,
            () = context.ct.cancelled() => return Err(internal("cancelled")),
        };
        let ended = tokio::task::spawn_blocking(move || call.run(&caller));
        // The channel closes when the call has ended, so that nothing is told after the result.
        while let Some((seconds, message)) = progress.recv().await {
            if let Some(token) = &token {
                let told = ProgressNotificationParam::new(token.clone(), seconds);
                // A client that cannot be reached gets no result either.
                let _ = context
                    .peer
                    .notify_progress(told.with_message(message))
                    .await;
            }
        }
        ended.await.map_err(internal)?.map_err(invalid)
    }
}

/// Error about the arguments of a call.
fn invalid(why: impl AsRef<str>) -> ErrorData {
    ErrorData::invalid_params(without_error_number(why.as_ref()), None)
}

/// Error of the server itself.
fn internal<E: Into<Box<dyn Error>>>(error: E) -> ErrorData {
    ErrorData::internal_error(error.into().to_string(), None)
}

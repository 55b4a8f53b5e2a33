//! Filter between the client's pipes and the framework, which stops at the first message that it cannot read.
//!
//! ```text
//! stdin ─▶ Frames ─▶ only whole messages ─▶ framework ─▶ Checked ─▶ backend
//!             └────▶ what is malformed, as a request ───────┘ answers that itself
//! ```
//!
//! The answers to malformed messages are thus sent like all others, between whole messages.

use std::future::{Future, Ready, ready};
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use serde_json::json;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, DuplexStream};
use tower_lsp::jsonrpc::{Error, ErrorCode, Id, Request, Response};
use tower_service::Service;

use super::framing::{Fault, Frame, Frames};
use super::lifetime::Life;

/// Number of bytes read at once, and capacity of the pipe to the framework.
const CHUNK: usize = 64 << 10;

/// Method name of the request, without an id, that represents malformed input to the framework.
const MALFORMED: &str = "$/faultlens/malformed";

/// Reads from a client and returns a stream of whole messages only.
pub(crate) fn whole_messages(input: impl AsyncRead + Unpin + Send + 'static) -> DuplexStream {
    let (ours, theirs) = tokio::io::duplex(CHUNK);
    tokio::spawn(async move {
        // The end of either side ends the other.
        let _ = pass_on(input, ours).await;
    });
    theirs
}

async fn pass_on(mut input: impl AsyncRead + Unpin, mut output: DuplexStream) -> io::Result<()> {
    let mut frames = Frames::default();
    let mut chunk = vec![0; CHUNK];
    loop {
        let count = match input.read(&mut chunk).await {
            Ok(0) => return Ok(()),
            Ok(count) => count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        frames.push(&chunk[..count]);
        while let Some(frame) = frames.next() {
            let message = match frame {
                Frame::Message(message) => message,
                Frame::Malformed(fault) => malformed(&fault),
            };
            let header = format!("Content-Length: {}\r\n\r\n", message.len());
            output.write_all(header.as_bytes()).await?;
            output.write_all(&message).await?;
        }
    }
}

fn malformed(fault: &Fault) -> Vec<u8> {
    let (code, message) = match fault {
        Fault::Parse(message) => (-32700, message),
        Fault::Invalid(message) => (-32600, message),
    };
    tracing::warn!(
        code,
        message,
        "the client sent something that is no message"
    );
    let params = json!({ "code": code, "message": message });
    json!({ "jsonrpc": "2.0", "id": null, "method": MALFORMED, "params": params })
        .to_string()
        .into_bytes()
}

/// A service that answers malformed messages itself, even before the client has sent `initialize`.
#[derive(Debug)]
pub(crate) struct CheckedService<S>(pub(crate) S);

impl<S> Service<Request> for CheckedService<S>
where
    S: Service<Request, Response = Option<Response>>,
{
    type Response = Option<Response>;
    type Error = S::Error;
    type Future = Answer<S::Future, Ready<Result<Self::Response, S::Error>>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.0.poll_ready(context)
    }

    fn call(&mut self, request: Request) -> Self::Future {
        // A client's own message with this name has an id, or needs no answer.
        if request.method() != MALFORMED || request.id() != Some(&Id::Null) {
            return Answer::Theirs(Box::pin(self.0.call(request)));
        }
        let params = request.params().cloned().unwrap_or_default();
        let error = Error {
            code: ErrorCode::from(params["code"].as_i64().unwrap_or(-32600)),
            message: params["message"]
                .as_str()
                .unwrap_or_default()
                .to_owned()
                .into(),
            data: None,
        };
        Answer::Ours(ready(Ok(Some(Response::from_error(Id::Null, error)))))
    }
}

/// An answer of the service, or of this wrapper.
pub(crate) enum Answer<T, O> {
    Theirs(Pin<Box<T>>),
    Ours(O),
}

impl<T: Future, O: Future<Output = T::Output> + Unpin> Future for Answer<T, O> {
    type Output = T::Output;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<T::Output> {
        match self.get_mut() {
            Answer::Theirs(theirs) => theirs.as_mut().poll(context),
            Answer::Ours(ours) => Pin::new(ours).poll(context),
        }
    }
}

/// An output whose failure ends the server, because nobody would receive its messages any more.
#[derive(Debug)]
pub(crate) struct Output<W> {
    to: W,
    life: Arc<Life>,
}

impl<W> Output<W> {
    pub(crate) fn new(to: W, life: Arc<Life>) -> Output<W> {
        Output { to, life }
    }

    fn look<T>(&self, polled: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if let Poll::Ready(Err(error)) = &polled {
            self.life.output_failed(error);
        }
        polled
    }
}

impl<W: AsyncWrite + Unpin> AsyncWrite for Output<W> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let polled = Pin::new(&mut self.to).poll_write(context, bytes);
        self.look(polled)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let polled = Pin::new(&mut self.to).poll_flush(context);
        self.look(polled)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.to).poll_shutdown(context)
    }
}

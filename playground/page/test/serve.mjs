// A small server for the tests: the built page below a path of its own, as a site would have it, and pages that embed it.

import { createReadStream, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const dist = join(import.meta.dirname, "../dist");
const TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".wasm": "application/wasm",
};

/** The page is at `url`; `pages` has the texts of other pages by their names. */
export async function serve(pages = {}) {
    const asked = [];
    const server = createServer((request, response) => {
        const { pathname } = new URL(request.url, "http://localhost");
        asked.push(pathname);
        const page = pages[pathname.slice(1)];
        if (page !== undefined) {
            response.writeHead(200, { "Content-Type": TYPES[".html"] }).end(page);
            return;
        }
        const path = normalize(pathname.replace(/^\/some\/path\//, "").replace(/^$/, "index.html"));
        const file = join(dist, path);
        if (!pathname.startsWith("/some/path/") || path.startsWith("..") || !statSync(file, { throwIfNoEntry: false })?.isFile()) {
            response.writeHead(404).end();
            return;
        }
        response.writeHead(200, { "Content-Type": TYPES[extname(file)] ?? "application/octet-stream" });
        createReadStream(file).pipe(response);
    });
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    const origin = `http://127.0.0.1:${server.address().port}`;
    return { origin, url: `${origin}/some/path/`, asked, close: () => server.close() };
}

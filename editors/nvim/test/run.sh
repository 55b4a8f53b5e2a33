#!/bin/sh
# Headless Neovim against the real server. Usage: run.sh NVIM FAULTLENS-BINARY
set -eu

nvim=$1
server=$(realpath "$2")
here=$(dirname "$(realpath "$0")")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cp -r "$here/../../testdata" "$work/workspace"
mkdir "$work/bin"
ln -s "$server" "$work/bin/faultlens"

# Runs one scenario of test.lua in directories of its own, never the user's.
session() {
    PATH="$work/bin:$PATH" \
    XDG_CONFIG_HOME="$work/config" XDG_DATA_HOME="$work/data" \
    XDG_STATE_HOME="$work/state" XDG_CACHE_HOME="$work/cache" \
    FAULTLENS_NVIM="$here/.." FAULTLENS_WORKSPACE="$work/workspace" FAULTLENS_SCENARIO="$1" \
        timeout 180 "$nvim" --headless -i NONE -n -u "$here/init.lua" -c "luafile $here/test.lua"
}

. "$here/../../leftovers.sh"

fail() {
    sed 's/^/lsp.log: /' "$work/state/nvim/lsp.log" 2>/dev/null | tail -20
    exit 1
}

echo "-- a session"
session whole || fail
no_process_left || fail

echo "-- a session on a screen"
session screen || fail
no_process_left || fail

echo "-- an editor that is killed"
status=0
session crash || status=$?
# 137: killed, as the scenario asks for once its job runs.
[ "$status" -eq 137 ] || fail
no_process_left || fail

# Sourced by the tests of editors: sees to it that a session leaves no process behind.
# $work is the session's folder; everything that a session starts has it in its environment.

survivors() {
    grep -lsazF "FAULTLENS_WORKSPACE=$work/workspace" /proc/[0-9]*/environ || true
}

no_process_left() {
    waited=0
    while [ -n "$(survivors)" ] && [ "$waited" -lt 50 ]; do
        sleep 0.1
        waited=$((waited + 1))
    done
    if [ -z "$(survivors)" ]; then
        echo "ok    no process left"
        return 0
    fi
    echo "FAIL  processes left:"
    for environ in $(survivors); do
        tr '\0' ' ' < "${environ%environ}cmdline"
        echo
    done
    return 1
}

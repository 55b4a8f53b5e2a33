#!/bin/sh
# Stands for faultlens in tests of the measurement: the answer lies beside the program, and the arguments must be right.
case "$*" in
"localize program.c --format json --timeout 2.5 --strategy multi --tests tests --unwind 9") cat answer.json ;;
"localize program.c --format json --timeout 2.5 --strategy sniper --tests tests --unwind 9") kill -s SEGV $$ ;;
*) exit 9 ;;
esac
exit 1

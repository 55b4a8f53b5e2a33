//! What words become. The expected lines are what bash 5.2 prints.

use crate::script::{Piece, Script, read};
use crate::testing::project;

/// A script that shows words to a program.
const SCRIPT: &str = r##"x="a  b"; ./p $x "$x" '$x' \$x a\ b
./p "${x%% *}" "${x##* }" ${x#a} "${x% b}"
set -- one "two three" four; ./p "$@"; ./p $@; ./p "$*"; ./p $#; ./p "pre$@post"; ./p "${@:2}"; ./p "${@:2:1}"
IFS=,; y="1,2,,3"; ./p $y; ./p "$*"; unset IFS
IFS=': ' read -r a b c <<< "x:y z w"; ./p "$a" "$b" "$c"
./p {a,b{1,2}}c {1..3} {03..1} {a..e..2} x{,y}
./p $((1+2*3)) $(( (1+2)*3 )) $((7/2)) $((7%3)) $((2**10)) $((1<<4)) $((5>3?10:20)) $((0x1f)) $((010)) $((!0)) $((~5)) $((-3)) $((1,2))
n=5; ./p $((n++)) $n $((++n)) $((n+=2)) $((n*=2)) $n
((n=3, n++)); ./p $n
f() { local v=in; ./p "$v" "$1"; v=changed; return 3; }; v=out; f arg; ./p $? "$v"
a=(x "y z" w); ./p "${a[@]}" ${#a[@]} "${a[1]}" "${a[-1]}" "${!a[@]}" "${a[*]}"; a+=(v); ./p ${#a[@]}; a[7]=q; ./p "${!a[@]}"; ./p "${a[@]:1:2}"; ./p "${a[@]/x/X}"
declare -A m; m[k]=v; m[l]="w x"; ./p "${m[k]}" "${m[l]}" ${#m[@]}
s=hello; ./p ${s:1} ${s:1:2} ${s: -2} ${s:0:-1} ${#s} ${s^} ${s^^} ${s/l/L} ${s//l/L} ${s/#he/HE} ${s/%lo/LO} ${s/l}
t=/a/b/c.tar.gz; ./p ${t##*/} ${t%/*} ${t%.*} ${t%%.*} ${t#*.} ${t##*.} $(basename $t .gz) $(dirname $t)
./p ${u:-def} ${u-def} "${u:-a b}" ${u:=set} $u ${u:+alt} ${w+none} "${w:-}" "${w:-'q'}" ${w:-"q r"}
case abc in a*) ./p 1;; *) ./p 2;; esac; case "a b" in "a b"|c) ./p 3;; esac; case x in [a-w]) ./p no;; [!a-w]) ./p 4;; esac
for i in 1 2 3; do [ $i = 2 ] && continue; ./p $i; done; while [ $i -gt 0 ]; do i=$((i-1)); [ $i = 1 ] && break; done; ./p $i
for ((i=0;i<3;i++)); do for j in a b; do [ $j = b ] && continue 2; ./p $i$j; done; done
./p "$(printf '%s-' a b c)" "$(printf '%d %5.2f|%-5s|%05d|%x|%c|%%' 3 2.5 ab 42 255 xyz)" "$(printf '%b' 'a\tb')" "$(printf '\101')"
./p "$(echo -e 'a\nb\\n')" "$(echo -n x)" "$(echo 'a\nb')"
./p $'a\tb\'c\x41' "a\$b\`c\"d\\e" 'it'\''s'
cat <<E | while read l; do ./p "$l"; done
one $s
 two \$s `echo hi` $((1+1))
E
cat <<'E' | (read a; read b; ./p "$a" "$b")
one $s
two \n
E
cat <<-E | tr '\n' ';' | (read a; ./p "$a")
	tabbed
	  more
	E
./p "$(echo a b c | cut -d' ' -f2,3)" "$(echo abcdef | cut -c2-4)" "$(printf 'b\na\nc\na\n' | sort -u)" "$(printf '10\n9\n2\n' | sort -n)" "$(printf 'a\na\nb\n' | uniq)"
./p "$(printf '1\n2\n3\n4\n' | head -n 2)" "$(printf '1\n2\n3\n4\n' | tail -n 2)" "$(printf '1\n2\n3\n4\n' | tail -n +3)" "$(printf '1\n2\n3\n' | sed -n '2p')" "$(printf '1\n2\n3\n' | sed '2d')" "$(printf '1\n2\n3\n' | sed '$d')"
./p "$(echo foo.bar | sed 's/\./_/')" "$(echo aXbX | sed 's/X/-/g')" "$(echo 'ab12' | sed -E 's/([a-z]+)([0-9]+)/\2\1/')" "$(echo 'ab12' | sed 's/\([a-z]*\)/<\1>/')" "$(echo a/b | sed 's|/|:|')" "$(printf 'x\n/a\ny\n' | sed '/^\/a/,$d')"
./p "$(echo hello | tr a-y b-z)" "$(echo 'a  b' | tr -s ' ')" "$(echo abc | tr -d b)" "$(echo Hi | tr '[:upper:]' '[:lower:]')" "$(echo a,b | tr , '\n')"
./p "$(printf 'apple\nbanana\n' | grep an)" "$(printf 'a\nb\n' | grep -v a)" "$(printf 'a1\nb2\n' | grep -E '^[a-z][0-9]$' | wc -l)" "$(printf 'a\nb\n' | grep -c .)" "$(echo 'k=v' | grep -o '=.*')"
./p $(expr 3 + 4) $(expr 10 / 3) "$(expr abc : 'a\(.*\)')" $(expr length hello) $(expr 3 \< 4) $(seq 3) "$(seq -s, 1 3)" $(seq -w 8 10)
[ 3 -lt 10 ] && ./p lt; [[ abc == a* ]] && ./p glob; [[ abc =~ ^a(b)c$ ]] && ./p re; [ -z "" -a -n x ] && ./p and; [ ! a = b ] && ./p not; [[ ! ( a == b || c == d ) ]] && ./p paren; test 1 -eq 2 || ./p ne
mkdir -p d/e; echo 1 > d/a.txt; echo 2 > d/b.txt; touch d/e/c.txt; ./p d/*.txt d/*/ d/[ab]*; ls d | while read f; do ./p "$f"; done; cp d/a.txt d/z; ./p $(cat d/z d/b.txt); rm d/z; [ -f d/z ] || ./p gone; mv d/a.txt d/y; ./p d/*; cd d; ./../p *; cd ..; (cd d/e; ../../p *); ./p no*match; find d -name '*.txt' | sort | xargs ./p
exec 3>out3; echo hi >&3; exec 3>&-; ./p "$(cat out3)"; { echo a; echo b; } > out4; echo c >> out4; ./p "$(<out4)"; ./p "$(wc -l < out4)" 
g() { echo out; echo err >&2; }; ./p "$(g 2>/dev/null)" "$(g 2>&1)"; r=$(g 2>&1 >/dev/null); ./p "$r"
z=5; (z=6; ./p $z); ./p $z; echo 7 | read z; ./p $z; z=8 eval './p $z'; ./p $z
trap 'echo bye' EXIT; until [ $z = 7 ]; do z=$((z+1)); [ $z -gt 9 ] && z=7; done; ./p $z
! false && ./p neg; true && false || ./p or; if false; then ./p a; elif true; then ./p b; else ./p c; fi
h() { for x in "$@"; do ./p "<$x>"; done; }; h a "b c"; shift 2 2>/dev/null; ./p $#
while read -r k v; do ./p "$k" "$v"; done < <(printf 'a 1 2\nb 3\n'); mapfile -t arr < <(printf 'l1\nl 2\n'); ./p "${arr[@]}"
while getopts "ab:" o -a -b val rest; do ./p $o "$OPTARG"; done
./p ${#} $- > /dev/null; ./p "a"'b'c"d"; ./p ""; ./p '' x; e=; ./p $e y "$e"
IFS=$'\n'; q=$'a b\nc d'; ./p $q; unset IFS; ./p $q
nested=$(echo $(echo "$(echo deep)")); ./p $nested `echo \`echo bt\``
v1=x; v2=v1; ./p ${!v2}; printf -v pv '%s+%s' 1 2; ./p $pv; ./p ~/x; ./p "~"
select_() { case $1 in --*=*) ./p "${1#*=}";; -?) ./p short;; esac; }; select_ --k=v; select_ -x
./p "$(cat <<E
in $s
E
)"
if [ 1 ] ; then # comment
 ./p "c#d" e#f # end
fi
./p a \
  b
function kw { ./p kw; }; kw; fn2 () ( ./p sub ); fn2
: ${def:=val}; ./p $def; ./p $(( $(echo 4) + ${#def} )); let k=3+4; ./p $k; ((k > 5)) && ./p big
s2=a.b.c; ./p ${s2//./ } "${s2//./ }" ${s2//[ab]/X}; w=${s2//./$'\n'}; ./p "$w"
./p *.none "*" [ ]; ./p "$(printf 'a\n\n\n')x"; ./p "$(printf '%s\n' "$(printf 'x\n')")"
echo "a b c" | { read -r first rest; ./p "$first" "$rest"; }; read -ra ws <<< "p q r"; ./p ${#ws[@]} ${ws[1]}
set -e; false || true; ./p still; (exit 3) || ./p $?; if ! (exit 2); then ./p x; fi; false; ./p never
"##;

/// The words, with `|` in front of each.
const EXPECTED: &str = r##"p|a|b|a  b|$x|$x|a b
p|a|b|b|a 
p|one|two three|four
p|one|two|three|four
p|one two three four
p|3
p|preone|two three|fourpost
p|two three|four
p|two three
p|1|2||3
p|one,two three,four
p|x|y|z w
p|ac|b1c|b2c|1|2|3|03|02|01|a|c|e|x|xy
p|7|9|3|1|1024|16|10|31|8|1|-6|-3|2
p|5|6|7|9|18|18
p|4
p|in|arg
p|3|out
p|x|y z|w|3|y z|w|0|1|2|x y z w
p|4
p|0|1|2|3|7
p|y z|w
p|X|y z|w|v|q
p|v|w x|2
p|ello|el|lo|hell|5|Hello|HELLO|heLlo|heLLo|HEllo|helLO|helo
p|c.tar.gz|/a/b|/a/b/c.tar|/a/b/c|tar.gz|gz|c.tar|/a/b
p|def|def|a b|set|set|alt||'q'|q r
p|1
p|3
p|4
p|1
p|3
p|1
p|0a
p|1a
p|2a
p|a-b-c-|3  2.50|ab   |00042|ff|x|%|a	b|A
p|a
b\n|x|a\nb
p|a	b'cA|a$b`c"d\e|it's
p|one hello
p|two $s hi 2
p|one $s|two n
p|tabbed;  more;
p|b c|bcd|a
b
c|2
9
10|a
b
p|1
2|3
4|3
4|2|1
3|1
2
p|foo_bar|a-b-|12ab|<ab>12|a:b|x
p|ifmmp|a b|ac|hi|a
b
p|banana|b|2|2|=v
p|7|3|bc|5|1|1|2|3|1,2,3|08|09|10
p|lt
p|glob
p|re
p|and
p|not
p|paren
p|ne
p|d/a.txt|d/b.txt|d/e/|d/a.txt|d/b.txt
p|a.txt
p|b.txt
p|e
p|1|2
p|gone
p|d/b.txt|d/e|d/y
p|b.txt|e|y
p|c.txt
p|no*match
p|d/b.txt|d/e/c.txt
p|hi
p|a
b
c
p|3
p|out|out
err
p|err
p|6
p|5
p|5
p|8
p|5
p|7
p|neg
p|or
p|b
p|<a>
p|<b c>
p|1
p|a|1 2
p|b|3
p|l1|l 2
p|a|
p|b|val
p|1|hB
p|abcd
p|
p||x
p|y|
p|a b|c d
p|a|b|c|d
p|deep|bt
p|x
p|1+2
p|/home/user/x
p|~
p|v
p|short
p|in hello
p|c#d|e#f
p|a|b
p|kw
p|sub
p|val
p|7
p|7
p|big
p|a|b|c|a b c|X.X.c
p|a
b
c
p|*.none|*|[|]
p|ax
p|x
p|a|b c
p|3|q
p|still
p|3
p|x
"##;

#[test]
fn words_are_those_of_bash() {
    let pieces = [Piece {
        text: SCRIPT.to_string(),
        line: 1,
    }];
    let script = Script {
        path: "run.sh",
        pieces: &pieces,
        folder: "",
        args: &[],
        variables: &[],
    };
    let mut shown = String::new();
    for run in read(&project(&[]), &script).runs {
        shown.push('p');
        for arg in run.args {
            shown.push('|');
            shown.push_str(&arg);
        }
        shown.push('\n');
    }
    for (line, expected) in shown.lines().zip(EXPECTED.lines()) {
        assert_eq!(line, expected);
    }
    assert_eq!(shown, EXPECTED);
}

//! Names of programs: what is a tool whose effects are not followed, and what is a program under test.

/// Tools that are neither modelled nor under test; what they print is not known.
const TOOLS: &str = "nl expand rev python python2 python3 perl ruby node npm php java javac lua awk gawk mawk nawk bc dc git svn curl wget ssh \
    scp tar gzip gunzip zip unzip bzip2 xz zcat date hostname uname nproc id whoami who groups df du free ps top \
    kill pkill killall pgrep wait jobs fg bg disown md5sum sha1sum sha256sum sha512sum cksum sum comm join paste \
    column fold fmt split csplit od hexdump xxd strings file stat less more man sudo su docker systemctl apt-get \
    apt brew yum dnf pip pip3 cargo rustc go gdb lldb strace ltrace objdump nm readelf ar ranlib ld as size \
    install rsync sync tty stty reset nc netcat telnet ping lsof gcov lcov gcovr genhtml dos2unix iconv jq xmllint openssl sqlite3";

/// Builtins and tools that are modelled elsewhere or do nothing.
const NOTHING: &str = "sleep chmod chown ulimit trap shopt umask tput clear make gmake cmake ninja meson hash alias unalias stty \
    logger renice sync autoreconf bind complete history enable times suspend dirs notify-send";

/// Programs in front of the program that is run; behind a colon, their options that take a value and, as a digit, the
/// number of their operands.
const WRAPPERS: &str = "valgrind timeout:ks1 gtimeout:ks1 time:fo nice:n ionice:cn stdbuf:ioe unbuffer nohup setsid exec:a command \
    builtin libtool catchsegv chrt:1 taskset:c1 wine wine64 faketime:1 busybox";

/// Whether a program is a tool whose effects are not followed.
pub(super) fn is_tool(name: &str) -> bool {
    TOOLS.split(' ').any(|tool| tool == name)
}

/// Whether a command does nothing that a test could see.
pub(super) fn is_nothing(name: &str) -> bool {
    NOTHING.split(' ').any(|tool| tool == name)
}

/// Whether a word may name a program that nothing is known of.
pub(super) fn is_bare_name(name: &str) -> bool {
    !is_tool(name) && !is_nothing(name) && !name.is_empty()
}

/// Whether a program compiles C.
pub(super) fn is_compiler(name: &str) -> bool {
    let name = name.strip_prefix("/usr/bin/").unwrap_or(name);
    let stem = name
        .trim_end_matches(|letter: char| letter.is_ascii_digit() || letter == '-' || letter == '.');
    let is_one = ["cc", "gcc", "clang", "tcc", "c", "g++", "c++", "clang++"].contains(&stem);
    !name.contains('/')
        && ((is_one && name != "c") || stem.ends_with("-gcc") || stem.ends_with("-clang"))
}

/// The number of arguments of a wrapper in front of the program that it runs.
pub(super) fn wrapper_length(name: &str, args: &[&str]) -> Option<usize> {
    let base = name.rsplit('/').next().unwrap_or(name);
    let is_emulator = base.starts_with("qemu-");
    let mut wrappers = WRAPPERS
        .split(' ')
        .map(|wrapper| wrapper.split_once(':').unwrap_or((wrapper, "")));
    let valued = match wrappers.find(|wrapper| wrapper.0 == base) {
        Some(wrapper) => wrapper.1,
        None if is_emulator => "LEcpdsBrR",
        None => return None,
    };
    let operands = usize::from(valued.ends_with('1'));
    let mut at = 0;
    while let Some(option) = args.get(at).filter(|arg| arg.starts_with('-')) {
        at += 1;
        if *option == "--" {
            break;
        }
        let is_short = option.len() == 2;
        let takes_value = is_short
            && option
                .get(1..)
                .is_some_and(|letter| valued.contains(letter));
        at += usize::from(takes_value);
    }
    Some(at + operands).filter(|length| *length <= args.len())
}

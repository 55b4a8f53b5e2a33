//! Tests of the `CMake` reader, with small projects of their own.

use crate::testing::{build, target};

/// A description, the name of a target, and its sources.
pub(crate) const SOURCES: &[(&str, &str)] = &[
    ("set(S a.c b.c)\nadd_executable(p ${S} c.h)", "a.c b.c"),
    (
        "set(S a.c)\nlist(APPEND S b.c)\nset(N S)\nadd_executable(p ${${N}})",
        "a.c b.c",
    ),
    (
        "add_executable(p \"a.c;b.c\" [[c d.c]]) # end",
        "a.c b.c c d.c",
    ),
    (
        "#[[ comment\nadd_executable(q x.c) ]]\nadd_executable(p a.c)",
        "a.c",
    ),
    (
        "file(GLOB S src/*.c)\nadd_executable(p ${S})",
        "src/one.c src/two.c",
    ),
    (
        "file(GLOB_RECURSE S RELATIVE ${CMAKE_SOURCE_DIR} CONFIGURE_DEPENDS *.c)\nadd_executable(p ${S})",
        "src/deep/three.c src/one.c src/two.c",
    ),
    (
        "aux_source_directory(src S)\nadd_executable(p ${S})",
        "src/one.c src/two.c",
    ),
    (
        "if(NOT WIN32 AND (UNIX OR APPLE))\nadd_executable(p a.c)\nelse()\nadd_executable(p b.c)\nendif()",
        "a.c",
    ),
    (
        "if(DEFINED X)\nelseif(3.9 VERSION_LESS 3.10)\nadd_executable(p b.c)\nendif()",
        "b.c",
    ),
    (
        "set(X abc)\nif(X MATCHES \"^a(.)c$\" AND X STREQUAL abc)\nadd_executable(p ${CMAKE_MATCH_1}.c)\nendif()",
        "b.c",
    ),
    (
        "if(EXISTS ${CMAKE_SOURCE_DIR}/src/one.c AND NOT TARGET p)\nadd_executable(p a.c)\nendif()",
        "a.c",
    ),
    (
        "option(FAST \"x\" ON)\noption(SLOW \"x\")\nif(FAST AND NOT SLOW AND CMAKE_C_COMPILER_ID STREQUAL \"GNU\")\nadd_executable(p a.c)\nendif()",
        "a.c",
    ),
    ("if(BUILD_TESTING)\nadd_executable(p a.c)\nendif()", "a.c"),
    (
        "set(L x y)\nif(y IN_LIST L AND 2 GREATER 1)\nadd_executable(p a.c)\nendif()",
        "a.c",
    ),
    (
        "foreach(n a b)\nlist(APPEND S ${n}.c)\nendforeach()\nadd_executable(p ${S})",
        "a.c b.c",
    ),
    (
        "set(L a b)\nforeach(n IN LISTS L ITEMS c)\nif(n STREQUAL b)\ncontinue()\nendif()\nlist(APPEND S ${n}.c)\nendforeach()\nadd_executable(p ${S})",
        "a.c c.c",
    ),
    (
        "foreach(n RANGE 1 3)\nlist(APPEND S t${n}.c)\nendforeach()\nadd_executable(p ${S})",
        "t1.c t2.c t3.c",
    ),
    (
        "function(prog name)\nif(ARGC GREATER 1)\nadd_executable(${name} ${ARGN})\nendif()\nendfunction()\nprog(p a.c b.c)",
        "a.c b.c",
    ),
    (
        "macro(prog name)\nset(S ${ARGN})\nadd_executable(${name} ${S} ${ARGV1})\nendmacro()\nprog(p a.c b.c)",
        "a.c b.c",
    ),
    (
        "function(give out)\nset(${out} a.c PARENT_SCOPE)\nendfunction()\ngive(S)\nadd_executable(p ${S})",
        "a.c",
    ),
    (
        "include(CMakeParseArguments)\nfunction(prog)\ncmake_parse_arguments(A \"FAST\" \"NAME\" \"SRC\" ${ARGN})\nif(A_FAST)\nadd_executable(${A_NAME} ${A_SRC} ${A_UNPARSED_ARGUMENTS})\nendif()\nendfunction()\nprog(z.c NAME p SRC a.c b.c FAST)",
        "a.c b.c z.c",
    ),
    (
        "include(cmake/more.cmake)\nadd_executable(p ${MORE})",
        "more.c",
    ),
    (
        "list(APPEND CMAKE_MODULE_PATH ${PROJECT_SOURCE_DIR}/cmake)\ninclude(more)\nadd_executable(p ${MORE})",
        "more.c",
    ),
    (
        "add_executable(p a.c)\ntarget_sources(p PRIVATE b.c ${CMAKE_CURRENT_BINARY_DIR}/made.c)",
        "a.c b.c made.c",
    ),
    (
        "set(S a.c b.c x.c)\nlist(REMOVE_ITEM S x.c)\nlist(LENGTH S n)\nlist(GET S -1 last)\nadd_executable(p n${n}.c ${last})",
        "n2.c b.c",
    ),
    (
        "set(S a.c b.cpp)\nlist(FILTER S INCLUDE REGEX \"[.]c$\")\nlist(TRANSFORM S PREPEND src/)\nadd_executable(p ${S})",
        "src/a.c",
    ),
    (
        "string(TOUPPER ab U)\nstring(REPLACE B _ U ${U})\nstring(REGEX REPLACE \"(.)_\" \"\\\\1x\" U ${U})\nadd_executable(p ${U}.c)",
        "Ax.c",
    ),
    (
        "get_filename_component(n dir/a.tar.c NAME_WE)\nget_filename_component(d dir/a.c DIRECTORY)\nget_filename_component(f dir/a.c NAME)\nadd_executable(p ${n}.c ${d}/${f} ${f})",
        "a.c dir/a.c",
    ),
    (
        "set(X d.c CACHE STRING \"text\")\nset(X e.c CACHE STRING \"text\")\nadd_executable(p ${X})",
        "d.c",
    ),
    ("math(EXPR n \"1 + 2\")\nadd_executable(p a${n}.c)", "a3.c"),
    (
        "set(n 4)\nmath(EXPR n \"10 * (${n} - 1) / -(2|3) + (1 << 4) % 0x7 - -1\")\nadd_executable(p a${n}.c)",
        "a-7.c",
    ),
    (
        "file(READ cmake/list.txt T)\nstring(STRIP \"${T}\" T)\nadd_executable(p ${T})",
        "read.c",
    ),
    (
        "while(TRUE)\nendwhile()\nunknown(x)\nadd_executable(p a.c)\nreturn()\ntarget_sources(p PRIVATE b.c)",
        "a.c",
    ),
    (
        "function(f)\nf()\nendfunction()\nf()\nadd_executable(p a.c)",
        "a.c",
    ),
];

#[test]
fn sources_are_found() {
    for (text, expected) in SOURCES {
        let files = [
            ("CMakeLists.txt", *text),
            ("src/one.c", ""),
            ("src/two.c", ""),
            ("src/deep/three.c", ""),
            ("cmake/more.cmake", "set(MORE more.c)"),
            ("cmake/list.txt", " read.c\n"),
        ];
        let build = build(&files);
        assert_eq!(target(&build, "p").sources.join(" "), *expected, "{text}");
    }
}

#[test]
fn settings_are_handed_on() {
    let build = build(&[
        (
            "CMakeLists.txt",
            "project(x VERSION 1.2.3)\nset(CMAKE_C_STANDARD 11)\nset(CMAKE_C_EXTENSIONS OFF)\nset(CMAKE_INCLUDE_CURRENT_DIR ON)\n\
             add_definitions(-DALL=1)\nadd_compile_definitions(MORE)\ninclude_directories(common)\n\
             add_subdirectory(lib)\nadd_executable(app main.c $<TARGET_OBJECTS:objects>)\n\
             target_link_libraries(app PRIVATE outer::lib m)\n\
             set_target_properties(app PROPERTIES C_STANDARD 99 COMPILE_DEFINITIONS \"A;B=2\")\n\
             set(CMAKE_C_FLAGS \"${CMAKE_C_FLAGS} -DFLAG\")\n",
        ),
        (
            "lib/CMakeLists.txt",
            "add_library(inner STATIC inner.c)\n\
             target_include_directories(inner PUBLIC $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/inc>\n\
               $<INSTALL_INTERFACE:include> PRIVATE own INTERFACE ../users)\n\
             target_compile_definitions(inner PUBLIC N=3 PRIVATE OWN)\n\
             add_library(outer outer.c)\nadd_library(outer::lib ALIAS outer)\n\
             target_link_libraries(outer PUBLIC inner heads PRIVATE hidden)\n\
             add_library(hidden hidden.c)\ntarget_include_directories(hidden PUBLIC hid)\n\
             target_link_libraries(hidden outer)\n\
             add_library(heads INTERFACE)\ntarget_compile_definitions(heads INTERFACE HEADS)\n\
             target_compile_features(inner PUBLIC c_std_17)\n\
             add_library(objects OBJECT o.c)\nadd_library(out IMPORTED)\n",
        ),
    ]);
    let app = target(&build, "app");
    assert_eq!(app.links, ["objects", "outer"]);
    assert_eq!(app.standard.as_deref(), Some("gnu99"));
    assert_eq!(target(&build, "inner").standard.as_deref(), Some("c11"));
    let whole = build.closure(app);
    assert_eq!(
        whole.sources,
        [
            "main.c",
            "lib/o.c",
            "lib/outer.c",
            "lib/inner.c",
            "lib/hidden.c"
        ]
    );
    assert_eq!(whole.include_dirs, ["common", "", "lib/inc", "users"]);
    assert_eq!(
        whole.defines,
        ["A", "B=2", "ALL=1", "MORE", "FLAG", "N=3", "HEADS"]
    );
    let Some(hidden) = whole.parts.iter().find(|part| part.target == "hidden") else {
        panic!("no part in {whole:?}");
    };
    assert_eq!(
        hidden.include_dirs,
        ["lib/hid", "common", "lib", "lib/inc", "users"]
    );
}

#[test]
fn templates_are_configured() {
    let build = build(&[
        (
            "CMakeLists.txt",
            "project(demo VERSION 1.2.3)\nset(HAVE_X 1)\nconfigure_file(version.h.in inc/version.h)\n\
             configure_file(version.h.in ${CMAKE_BINARY_DIR}/only.h @ONLY)\nconfigure_file(version.h.in copy.h COPYONLY)\n",
        ),
        (
            "version.h.in",
            "@PROJECT_NAME@ ${demo_VERSION} @PROJECT_VERSION_MINOR@\n#cmakedefine HAVE_X\n#cmakedefine01 HAVE_Y\n",
        ),
    ]);
    let texts: Vec<String> = build
        .configured
        .iter()
        .map(|each| format!("{}: {}", each.path, each.text))
        .collect();
    assert_eq!(
        texts[0],
        "inc/version.h: demo 1.2.3 2\n#define HAVE_X\n#define HAVE_Y 0\n"
    );
    assert_eq!(
        texts[1],
        "only.h: demo ${demo_VERSION} 2\n#define HAVE_X\n#define HAVE_Y 0\n"
    );
    assert!(texts[2].starts_with("copy.h: @PROJECT_NAME@"));
}

#[test]
fn headers_for_exports_and_checks_are_written() {
    let text = "add_library(my-lib a.c)\ngenerate_export_header(my-lib)\n\
                option(OFF_BY_MISTAKE OFF \"text\")\ncheck_include_file(stdio.h A)\ncheck_include_files(odd.h B)\n\
                check_c_compiler_flag(-std=c99 C)\nif(A AND C AND NOT B AND NOT OFF_BY_MISTAKE)\n\
                add_definitions(-DV=\"1\")\nendif()\n";
    let build = build(&[("CMakeLists.txt", text)]);
    let header = &build.configured[0];
    assert_eq!(header.path, "my-lib_export.h");
    assert!(
        header
            .text
            .starts_with("#define MY_LIB_EXPORT\n#define MY_LIB_NO_EXPORT\n")
    );
    assert_eq!(target(&build, "my-lib").defines, ["V=\"1\""]);
}

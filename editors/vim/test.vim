" A session in Vim with ALE and the real server.
"
" What the guide tells a user of ALE to put into the vimrc is read from the guide, and used: open, localize by code
" action, read a suspect, edit, quit. Started by run-tests.sh; ends with status 1 when a check fails. FAULTLENS_GUIDE is
" the page, FAULTLENS_WORKSPACE a folder with median.c, FAULTLENS_SAID the file for what the checks say.

set nocompatible
filetype on
let g:ale_linters_explicit = 1
let g:ale_linters = {'c': ['faultlens']}
let g:ale_lint_delay = 50
packadd ale

let s:failures = 0

function! s:Check(name, passed, ...) abort
    let s:failures += a:passed ? 0 : 1
    let info = a:0 ? '  -- ' . substitute(string(a:1), '\n', ' ', 'g') : ''
    call writefile([(a:passed ? 'ok    ' : 'FAIL  ') . a:name . info], $FAULTLENS_SAID, 'a')
    return a:passed
endfunction

" Waits until a function returns something, and returns it; a loaded machine is not a failure.
function! s:Eventually(condition) abort
    let start = reltime()
    let found = a:condition()
    while empty(found) && reltimefloat(reltime(start)) < 30
        sleep 50m
        let found = a:condition()
    endwhile
    return found
endfunction

" Runs the block of Vim script in the guide.
function! s:FollowTheGuide() abort
    let lines = readfile($FAULTLENS_GUIDE)
    let start = index(lines, '```vim')
    let lines = lines[start + 1 :]
    let file = tempname()
    call writefile(lines[: index(lines, '```') - 1], file)
    execute 'source' file
    call s:Check('the guide tells Vim what to do', start >= 0)
endfunction

" The first text in ALE's list that matches.
function! s:Message(pattern) abort
    let texts = map(copy(ale#engine#GetLoclist(bufnr('')) ), 'v:val.text')
    return get(filter(texts, 'v:val =~# a:pattern'), 0, '')
endfunction

" Chooses the code action of the cursor's line whose title matches, as :ALECodeAction would; returns its title.
function! s:Choose(pattern) abort
    let s:chosen = ''
    function! s:Menu(data, items) abort closure
        for [_, item] in a:items
            if item.title =~# a:pattern
                let s:chosen = item.title
                call ale#codefix#ApplyLSPCodeAction(a:data, item)
                return
            endif
        endfor
    endfunction
    call ale#codefix#Execute(0, function('s:Menu'))
    for i in range(20)
        if s:chosen isnot# ''
            break
        endif
        sleep 50m
    endfor
    return s:chosen
endfunction

function! s:Session() abort
    execute 'edit' $FAULTLENS_WORKSPACE . '/median.c'
    ALELint
    let told = s:Eventually({-> s:Message('tests fail; ')})
    call s:Check('that tests fail is seen without asking', told =~# '^2 of 8 tests fail', told)
    call search('^int main')
    let title = s:Eventually({-> s:Choose('localize 2 failing tests')})
    call s:Check('the code action at main tells how many tests fail', title isnot# '', title)
    let suspect = s:Eventually({-> s:Message('suspect 1 of')})
    call s:Check('suspects are in the list', suspect isnot# '', suspect)
    call s:Check('they stand instead of the tests', s:Message('tests fail; ') is# '')
    ALEFirst
    call s:Check(':ALEFirst goes to a suspect', getline('.') !~# 'int main', line('.'))
    call search('m = b; /\*', 'w')
    let fix = s:Eventually({-> s:Choose('replace `b` by `a`')})
    call s:Check('the verified fix is a code action', fix isnot# '', fix)
    call s:Eventually({-> getline(11) =~# 'm = a;'})
    call s:Check('it edits the text', getline(11) =~# 'm = a;', getline(11))
    ALELint
    call s:Eventually({-> s:Message('suspect 1 of') is# '' ? 'gone' : s:Message('stale: ')})
    call s:Check('an edit makes suspects stale', s:Message('^suspect 1 of') is# '', s:Message('stale: '))
endfunction

try
    call s:FollowTheGuide()
    call s:Session()
catch
    call s:Check('no error', 0, v:exception . ' ' . v:throwpoint)
endtry
execute s:failures ? 'cquit!' : 'qall!'

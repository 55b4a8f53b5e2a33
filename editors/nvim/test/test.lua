-- A user's session in a headless Neovim with the real server: open, localize by lens and by command,
-- read what comes, cancel, edit, quit. Started by run.sh; ends with status 1 when a check fails.

local failures = 0
local progress = {} -- every $/progress value, in order

---@param name string
---@param passed any
---@param info any shown beside the result
local function check(name, passed, info)
  failures = failures + (passed and 0 or 1)
  local text = info ~= nil and '  -- ' .. (type(info) == 'string' and info or vim.inspect(info)):gsub('%s+', ' ') or ''
  io.stdout:write((passed and 'ok    ' or 'FAIL  ') .. name .. text .. '\n')
  return passed
end

---Waits until `condition` is true; generous, because a loaded machine is not a failure.
local function eventually(condition, milliseconds)
  return (vim.wait(milliseconds or 20000, condition, 20))
end

---What the server last said of the buffer, as one word.
local function state(bufnr)
  local status = vim.b[bufnr].faultlens
  if not status then
    return nil
  elseif status.state ~= 'idle' then
    return 'running'
  end
  return status.stale and 'stale' or status.result
end

local function lens_titles(bufnr)
  return vim.tbl_map(function(lens)
    return lens.command and lens.command.title or ''
  end, vim.lsp.codelens.get(bufnr))
end

---The first lens whose title matches, once it is there.
local function lens(bufnr, pattern)
  local found
  eventually(function()
    for _, candidate in ipairs(vim.lsp.codelens.get(bufnr)) do
      if candidate.command and candidate.command.title:find(pattern) then
        found = candidate
        return true
      end
    end
  end)
  return found
end

local function suspects(bufnr)
  return vim.tbl_filter(function(diagnostic)
    return diagnostic.message:find('suspect %d+ of %d+')
  end, vim.diagnostic.get(bufnr))
end

local function heated_lines(bufnr)
  local namespace = vim.api.nvim_get_namespaces()['faultlens.heat']
  return vim.api.nvim_buf_get_extmarks(bufnr, namespace, 0, -1, { details = true })
end

-- What was said in the message line.
local told = {}
local echo = vim.api.nvim_echo
vim.api.nvim_echo = function(chunks, ...)
  table.insert(told, chunks[1][1])
  return echo(chunks, ...)
end

local function open(name)
  vim.cmd.edit(vim.env.FAULTLENS_WORKSPACE .. '/' .. name)
  local bufnr = vim.api.nvim_get_current_buf()
  local client
  eventually(function()
    client = vim.lsp.get_clients({ bufnr = bufnr, name = 'faultlens' })[1]
    return client and client.initialized
  end)
  return bufnr, client
end

local function line_of(bufnr, text)
  for index, line in ipairs(vim.api.nvim_buf_get_lines(bufnr, 0, -1, false)) do
    if line:find(text, 1, true) then
      return index - 1
    end
  end
end

local function test_open()
  local bufnr, client = open('median.c')
  check('attach', client)
  check('root is the folder of faultlens.toml', client.root_dir == vim.env.FAULTLENS_WORKSPACE, client.root_dir)
  local localize = lens(bufnr, 'Localize')
  check('a lens counts the failing tests', lens(bufnr, '2 of 8 tests fail'), lens_titles(bufnr))
  check('a lens offers to localize', localize)
  check('nothing is marked before a localization', #suspects(bufnr) == 0)
  check('how the tests ended is said', eventually(function()
    return told[#told] == 'FaultLens: 2 of 8 tests fail (:FaultLens localize)'
  end), told)
  return bufnr, client
end

local function test_lens(bufnr)
  local localize = lens(bufnr, 'Localize')
  vim.api.nvim_win_set_cursor(0, { localize.range.start.line + 1, 0 })
  vim.lsp.codelens.run()
  check('lens localizes', eventually(function()
    return state(bufnr) == 'found'
  end), state(bufnr))
  check('progress began and ended', progress[1] and progress[1].kind == 'begin' and eventually(function()
    return progress[#progress].kind == 'end'
  end), progress[1])
  check('progress can be cancelled', progress[1] and progress[1].cancellable)
end

local function test_result(bufnr, client)
  local fault = line_of(bufnr, 'the fault')
  check('diagnostic on the faulty line', eventually(function()
    return vim.iter(suspects(bufnr)):any(function(diagnostic)
      return diagnostic.lnum == fault
    end)
  end), vim.tbl_map(function(diagnostic)
    return diagnostic.lnum + 1 .. ': ' .. diagnostic.message
  end, suspects(bufnr)))
  local at_fault = vim.diagnostic.get(bufnr, { lnum = fault })[1]
  vim.api.nvim_win_set_cursor(0, { 1, 0 })
  vim.cmd('FaultLens go')
  check(':FaultLens go goes to the set', eventually(function()
    return vim.api.nvim_win_get_cursor(0)[1] == fault + 1
  end), vim.api.nvim_win_get_cursor(0))
  check('its source is FaultLens', at_fault and at_fault.source == 'FaultLens', at_fault and at_fault.source)
  local related = vim.tbl_get(at_fault or {}, 'user_data', 'lsp', 'relatedInformation')
  check('related information names a test', vim.inspect(related):find('expected'), related and related[1].message)
  check('suspect lines are coloured', eventually(function()
    return #heated_lines(bufnr) > 0
  end), #heated_lines(bufnr))
  check('lens names the set', lens(bufnr, 'cause 1 of %d+'), lens_titles(bufnr))
  check('inlay hint says what is needed', eventually(function()
    return vim.iter(vim.lsp.inlay_hint.get({ bufnr = bufnr })):any(function(hint)
      return vim.inspect(hint.inlay_hint.label):find('needs')
    end)
  end))
  vim.api.nvim_win_set_cursor(0, { fault + 1, 12 })
  local params = vim.lsp.util.make_position_params(0, client.offset_encoding)
  local hover = client:request_sync('textDocument/hover', params, 20000, bufnr)
  local text = vim.tbl_get(hover or {}, 'result', 'contents', 'value') or ''
  check('hover explains', text:find('Suspect %d+ of %d+') and text:find('needs'), text)
end

---What the explanation that comes by itself adds.
local function test_story(bufnr, client)
  local fault = line_of(bufnr, 'the fault')
  check('a lens counts statements', lens(bufnr, 'explain t3: %d+ statements'), lens_titles(bufnr))
  check('inlay hint says what holds then', eventually(function()
    return vim.iter(vim.lsp.inlay_hint.get({ bufnr = bufnr })):any(function(hint)
      return vim.inspect(hint.inlay_hint.label):find('needs 2 %(t3%) · then m != 2')
    end)
  end), vim.tbl_map(function(hint)
    return hint.inlay_hint.label
  end, vim.lsp.inlay_hint.get({ bufnr = bufnr })))
  local failure
  eventually(function()
    failure = vim.iter(vim.diagnostic.get(bufnr)):find(function(diagnostic)
      return diagnostic.message:find('test t3 fails here')
    end)
    return failure
  end)
  local way = vim.tbl_map(function(entry)
    return entry.message
  end, vim.tbl_get(failure or {}, 'user_data', 'lsp', 'relatedInformation') or {})
  check('the failing output tells the way to it', vim.inspect(way):find('m = b → m = 1'), way)
  local params = vim.lsp.util.make_position_params(0, client.offset_encoding)
  params.position = { line = fault, character = 12 }
  local hover = client:request_sync('textDocument/hover', params, 20000, bufnr)
  local text = vim.tbl_get(hover or {}, 'result', 'contents', 'value') or ''
  check('hover tells what holds', text:find('How t3 fails') and text:find('Holds after: `m != 2`'), text)
end

local function test_command(bufnr, client)
  local before = #progress
  vim.cmd('FaultLens localize')
  check(':FaultLens localize', eventually(function()
    return #progress > before and progress[#progress].kind == 'end'
  end) and eventually(function()
    return state(bufnr) == 'found'
  end), state(bufnr))
  local params = vim.lsp.util.make_range_params(0, client.offset_encoding)
  params.context = { diagnostics = {} }
  local answer = client:request_sync('textDocument/codeAction', params, 20000, bufnr)
  local titles = vim.tbl_map(function(action)
    return action.title
  end, answer and answer.result or {})
  check('code action offers to localize', vim.iter(titles):any(function(title)
    return title:lower():find('localize')
  end), titles)
end

local function test_marks(bufnr)
  local first = heated_lines(bufnr)[1][2] + 1
  vim.api.nvim_win_set_cursor(0, { first, 0 })
  vim.cmd('FaultLens correct')
  check('a line that is called correct is no suspect any more', eventually(function()
    return state(bufnr) == 'found' and vim.iter(heated_lines(bufnr)):all(function(mark)
      return mark[2] + 1 ~= first
    end)
  end), heated_lines(bufnr))
  vim.cmd('FaultLens forget')
  check('it is one again', eventually(function()
    return vim.iter(heated_lines(bufnr)):any(function(mark)
      return mark[2] + 1 == first
    end)
  end), heated_lines(bufnr))
  check('the search is over', eventually(function()
    return state(bufnr) == 'found'
  end), state(bufnr))
end

local function test_run()
  local code = vim.api.nvim_get_current_win()
  vim.cmd('FaultLens run')
  check('the run is shown', eventually(function()
    local bufnr = vim.fn.bufnr('faultlens://run')
    local lines = bufnr ~= -1 and vim.api.nvim_buf_get_lines(bufnr, 0, -1, false) or {}
    return vim.iter(lines):any(function(line)
      return line:match('^median:%d+') and line:find('m = ', 1, true)
    end)
  end))
  local window = vim.api.nvim_get_current_win()
  local line = tonumber(vim.api.nvim_get_current_line():match('^%w+:(%d+)'))
  vim.api.nvim_feedkeys(vim.keycode('<CR>'), 'x', false)
  check('<CR> shows the statement', vim.api.nvim_win_get_cursor(code)[1] == line)
  check('and the cursor stays', vim.api.nvim_get_current_win() == window)
  vim.cmd('bwipeout! faultlens://run')
  vim.api.nvim_set_current_win(code)
end

local function test_quickfix(bufnr)
  local code = vim.api.nvim_get_current_win()
  vim.cmd('FaultLens quickfix')
  local list = function()
    return vim.fn.getqflist({ title = 0, items = 0 })
  end
  check('the causes are in the quickfix list', eventually(function()
    return list().title == 'FaultLens: possible causes' and #list().items > 5
  end), list().title)
  local first = list().items[1] or {}
  check('the best one is first, with its place', first.bufnr == bufnr and first.lnum == line_of(bufnr, 'the fault') + 1
    and first.col == 13 and first.text:find('^1%. m = b: '), first)
  vim.cmd('cclose')
  vim.api.nvim_set_current_win(code)
  vim.cmd('cfirst')
  check(':cfirst goes there', vim.api.nvim_win_get_cursor(0)[1] == first.lnum)
end

-- A problem matcher for the command line's one-line format: Vim's own.
local function test_errorformat(bufnr)
  local name = vim.api.nvim_buf_get_name(bufnr)
  vim.fn.setqflist({}, ' ', { lines = { name .. ':11:13: warning: Possible cause 1 of 10: `m = b` gives a wrong value' }, efm = vim.o.errorformat })
  local item = vim.fn.getqflist()[1]
  check('one line for each cause is understood', item.bufnr == bufnr and item.lnum == 11 and item.col == 13, item)
end

local function test_health()
  local window = vim.api.nvim_get_current_win()
  vim.cmd('checkhealth faultlens')
  local text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
  check('checkhealth finds the program and the server', text:find('self%-test  passed') and text:find('it is enabled')
    and text:find('for 1 buffer') and not text:find('ERROR'), text)
  vim.cmd('bwipeout')
  if vim.api.nvim_win_is_valid(window) then
    vim.api.nvim_set_current_win(window)
  end
end

local function test_explanation()
  vim.cmd('FaultLens explain')
  local shown = function()
    local bufnr = vim.fn.bufnr('faultlens://explanation')
    return bufnr ~= -1 and table.concat(vim.api.nvim_buf_get_lines(bufnr, 0, -1, false), '\n') or ''
  end
  check('a failing test is explained', eventually(function()
    return shown():find('fails') and shown():find('// holds: ')
  end), shown())
  check('beside the text', vim.fn.bufwinid('faultlens://explanation') ~= -1)
  vim.api.nvim_buf_set_lines(0, 0, 0, false, { '/* one more line */' })
  check('an edit makes the explanation stale', eventually(function()
    return shown():find('^> %*%*stale')
  end), shown():sub(1, 80))
  vim.cmd('silent undo')
  check('it is fresh again when the edit is undone', eventually(function()
    return shown():find('^# Test t3')
  end), shown():sub(1, 80))
  vim.cmd('bwipeout! faultlens://explanation')
end

local function test_list()
  vim.cmd('FaultLens tests')
  local shown = function()
    for _, window in ipairs(vim.api.nvim_list_wins()) do
      if vim.api.nvim_win_get_config(window).relative ~= '' then
        local lines = vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false)
        return table.concat(lines, '\n')
      end
    end
    return ''
  end
  check('it is told which tests there are', eventually(function()
    return shown():find('8 tests found') and shown():find('Where tests are looked for')
  end), shown())
  vim.cmd('fclose!')
end

local function test_edit(bufnr)
  local marked = heated_lines(bufnr)[1]
  vim.api.nvim_buf_set_lines(bufnr, 0, 0, false, { '/* one more line */' })
  check('an edit makes the result stale', eventually(function()
    return state(bufnr) == 'stale'
  end), state(bufnr))
  check('the marks move with the text', eventually(function()
    local moved = heated_lines(bufnr)[1]
    return moved and moved[2] == marked[2] + 1 and moved[4].number_hl_group == 'FaultLensStale'
  end), heated_lines(bufnr)[1])
  check('diagnostics say that they are stale', eventually(function()
    return #suspects(bufnr) == 0 or vim.iter(suspects(bufnr)):all(function(diagnostic)
      return diagnostic.message:find('^stale')
    end)
  end), suspects(bufnr)[1] and suspects(bufnr)[1].message)
  vim.cmd('silent undo')
end

local function test_cancel()
  local bufnr, client = open('slow.c')
  check('attach to a second file, same server', client and #vim.lsp.get_clients() == 1)
  lens(bufnr, 'Localize')
  vim.cmd('FaultLens localize')
  check('a long job runs', eventually(function()
    return state(bufnr) == 'running'
  end), state(bufnr))
  local started = vim.uv.now()
  vim.cmd('FaultLens cancel')
  check('cancel ends it', eventually(function()
    return state(bufnr) ~= 'running'
  end) and state(bufnr) == 'stopped', state(bufnr))
  check('within two seconds', vim.uv.now() - started < 2000, vim.uv.now() - started .. ' ms')
  -- Leaves a job running for run.sh to see that it does not outlive the editor.
  vim.cmd('FaultLens localize')
  check('a job runs again', eventually(function()
    return state(bufnr) == 'running'
  end), state(bufnr))
end

local function test_stop()
  vim.lsp.enable('faultlens', false)
  check('the server stops', eventually(function()
    return #vim.lsp.get_clients() == 0
  end))
end

-- The line has several lenses, and Neovim asks which one is meant.
vim.ui.select = function(lenses, _, choose)
  for _, choice in ipairs(lenses) do
    if choice.lens.command.title:find('Localize') then
      return choose(choice)
    end
  end
  choose(nil)
end

vim.api.nvim_create_autocmd('LspProgress', {
  callback = function(event)
    table.insert(progress, event.data.params.value)
  end,
})

---The editor dies with a job running; run.sh then looks for what is left.
local function crash()
  local bufnr = open('slow.c')
  lens(bufnr, 'Localize')
  vim.cmd('FaultLens localize')
  check('a job runs when the editor is killed', eventually(function()
    return state(bufnr) == 'running'
  end), state(bufnr))
  io.stdout:flush()
  vim.uv.kill(vim.uv.os_getpid(), failures == 0 and 'sigkill' or 'sigterm')
end

---What a user sees: the same session in a terminal, whose screen is read. Drawing needs a screen;
---without one Neovim keeps hints to itself.
local function screen()
  vim.o.columns, vim.o.lines = 120, 40
  vim.cmd.enew()
  local terminal = vim.api.nvim_get_current_buf()
  local editor = vim.fn.jobstart({
    vim.v.progpath, '-n', '-i', 'NONE', '-u', vim.env.FAULTLENS_NVIM .. '/test/init.lua',
    vim.env.FAULTLENS_WORKSPACE .. '/median.c',
  }, { term = true })
  local function shows(text)
    return eventually(function()
      return table.concat(vim.api.nvim_buf_get_lines(terminal, 0, -1, false), '\n'):find(text, 1, true)
    end)
  end
  check('the lens is on the screen', shows('2 of 8 tests fail | Localize 2 failing tests'))
  vim.fn.chansend(editor, ':FaultLens localize\r')
  check('the lenses are in order', shows('2 of 8 tests fail | cause 1 of'))
  check('the hint is beside the code', shows('should be a */ was 1, needs 2'))
  check('and what holds behind it', shows('needs 2 (t3) · then m != 2'))
  vim.fn.chansend(editor, ':FaultLens explain\r')
  check('the explanation is beside the text', shows('# Test t3 fails') and shows('How the failure happens'))
  vim.fn.chansend(editor, ':only\r')
  vim.fn.chansend(editor, ':FaultLens next\r')
  check('another set, another hint', shows('median(a, b, c)); was 1, needs 2'))
  if failures > 0 then
    print(table.concat(vim.api.nvim_buf_get_lines(terminal, 0, -1, false), '\n'))
  end
  vim.fn.chansend(editor, ':qall!\r')
  check('the editor quits', vim.fn.jobwait({ editor }, 20000)[1] == 0)
end

-- The help has a place for each command, and Neovim can read it.
local function test_help()
  local folder = vim.fn.tempname()
  vim.fn.mkdir(folder)
  local text = vim.fn.readfile(vim.env.FAULTLENS_NVIM .. '/doc/faultlens.txt')
  vim.fn.writefile(text, folder .. '/faultlens.txt')
  vim.cmd.helptags(folder)
  local tags = table.concat(vim.fn.readfile(folder .. '/tags'), '\n')
  local missing = vim.tbl_filter(function(word)
    return not tags:find(':FaultLens-' .. word .. '\t', 1, true)
  end, vim.fn.getcompletion('FaultLens ', 'cmdline'))
  check('the help has all commands', tags:find('faultlens-setup', 1, true) and #missing == 0, missing)
end

local completed, problem = xpcall(function()
  if vim.env.FAULTLENS_SCENARIO == 'screen' then
    return screen()
  end
  if vim.env.FAULTLENS_SCENARIO == 'crash' then
    return crash()
  end
  local bufnr, client = test_open()
  test_lens(bufnr)
  test_result(bufnr, client)
  test_story(bufnr, client)
  test_command(bufnr, client)
  test_quickfix(bufnr)
  test_errorformat(bufnr)
  test_health()
  test_marks(bufnr)
  test_explanation()
  test_run()
  test_list()
  test_help()
  test_edit(bufnr)
  test_cancel()
  test_stop()
end, debug.traceback)
if not completed then
  check('the session runs to its end', false, problem)
end
io.stdout:write(failures == 0 and 'PASS\n' or ('FAILED: ' .. failures .. '\n'))
vim.cmd(failures == 0 and 'qall!' or 'cquit 1')

-- FaultLens for Neovim 0.11 and later. Put this folder on 'runtimepath' (or copy this file to
-- ~/.config/nvim/lsp/) and call `vim.lsp.enable('faultlens')`. Everything comes over standard LSP;
-- what follows `root_markers` only adds what Neovim leaves to the user: keeping code lenses fresh,
-- showing inlay hints, one command, and colour in the number column.
--
-- Switch off what you do not want, before the first C file is opened:
--   vim.g.faultlens_inlay_hints = false
--   vim.g.faultlens_code_lens = false
--   vim.g.faultlens_heat = false
--   vim.g.faultlens_messages = false

local heat = vim.api.nvim_create_namespace('faultlens.heat')

-- Groups are links, so that every colour scheme, and the user, decides what they look like.
local groups = {
  FaultLensFirst = 'DiagnosticWarn',
  FaultLensHigh = 'DiagnosticInfo',
  FaultLensLow = 'DiagnosticHint',
  FaultLensStale = 'Comment',
}

---@param option string
---@return boolean
local function wanted(option)
  return vim.g['faultlens_' .. option] ~= false
end

---The loaded buffer of a document, if there is one.
---@param uri string
---@return integer?
local function buffer_of(uri)
  local bufnr = vim.uri_to_bufnr(uri)
  return vim.api.nvim_buf_is_loaded(bufnr) and bufnr or nil
end

---Neovim 0.11 sorts the lenses of a line by column, and not stably: columns keep the server's order.
local function on_lenses(err, lenses, ctx)
  for index, lens in ipairs(lenses or {}) do
    lens.range.start.character = index - 1
  end
  vim.lsp.codelens.on_codelens(err, lenses, ctx)
end

---Asks for the lenses again. Neovim 0.11 does not offer the server a refresh, and
---`codelens.refresh` drops a call that overlaps another, so the request is sent directly.
---@param client vim.lsp.Client
---@param bufnr integer
local function refresh_lenses(client, bufnr)
  if wanted('code_lens') and client:supports_method('textDocument/codeLens') then
    local params = { textDocument = vim.lsp.util.make_text_document_params(bufnr) }
    client:request('textDocument/codeLens', params, on_lenses, bufnr)
  end
end

---The newest hints of each buffer, to see when others come.
---@type table<integer, string>
local hints_of = {}

---Neovim 0.11 does not draw new hints for an unchanged text when the screen was drawn between its
---question and the answer. Another refresh, now that they are here, makes it forget what it has drawn.
local function on_inlay_hints(err, hints, ctx)
  local encoded = vim.json.encode(hints or {})
  vim.lsp.handlers['textDocument/inlayHint'](err, hints, ctx)
  if encoded ~= hints_of[ctx.bufnr] then
    hints_of[ctx.bufnr] = encoded
    vim.lsp.handlers['workspace/inlayHint/refresh'](nil, nil, ctx)
  end
end

---What the explanation window shows: of which buffer and version, and the text. `version` is nil once it is stale.
---@type {bufnr: integer, version: integer?, text: string}?
local shown

---Writes the explanation window's buffer, which is made when it is first needed.
---@return integer
local function write_explanation()
  local bufnr = vim.fn.bufadd('faultlens://explanation')
  vim.bo[bufnr].buftype, vim.bo[bufnr].bufhidden, vim.bo[bufnr].swapfile = 'nofile', 'hide', false
  vim.fn.bufload(bufnr)
  local text = shown.text
  if not shown.version then
    text = '> **stale:** the text has changed since. Explain or localize again to see what holds now.\n\n' .. text
  end
  vim.api.nvim_buf_set_lines(bufnr, 0, -1, false, vim.split(text, '\n'))
  vim.bo[bufnr].filetype = 'markdown'
  return bufnr
end

---The answer to `faultlens.explain`, in a window beside the text; a second one replaces it.
local function show_explanation(err, result, ctx)
  if err or type(result) ~= 'string' then
    vim.notify('FaultLens: ' .. (err and err.message or 'there is nothing to explain'), vim.log.levels.WARN)
    return
  end
  shown = { bufnr = ctx.bufnr, version = vim.lsp.util.buf_versions[ctx.bufnr], text = result }
  local bufnr = write_explanation()
  if vim.fn.bufwinid(bufnr) == -1 then
    local window = vim.api.nvim_get_current_win()
    vim.cmd('rightbelow vertical sbuffer ' .. bufnr)
    vim.wo.linebreak, vim.wo.conceallevel = true, 2
    vim.api.nvim_set_current_win(window)
  end
end

---The answer to `faultlens.whyNoTest`, in a floating window that goes with the next movement.
local function show_why(err, result)
  if err or type(result) ~= 'string' then
    vim.notify('FaultLens: ' .. (err and err.message or 'nothing is known yet'), vim.log.levels.WARN)
    return
  end
  local options = { focus_id = 'faultlens.why', border = 'rounded' }
  vim.lsp.util.open_floating_preview(vim.split(result, '\n'), 'markdown', options)
end

---The answer to `faultlens.run`: the run in a window beside the text, a line a statement, with values that are new. <CR>
---goes to the statement of a line, K shows all its values.
local function show_run(err, result, ctx)
  if err or type(result) ~= 'table' or #(result.run or {}) == 0 then
    local why = err and err.message or type(result) == 'table' and result.reason ~= vim.NIL and result.reason or 'no test fails'
    vim.notify('FaultLens: there is no run to show: ' .. why, vim.log.levels.WARN)
    return
  end
  local lines = {}
  for _, step in ipairs(result.run) do
    local new = {}
    for _, value in ipairs(step.values) do
      if vim.list_contains(step.changed, value.name) then
        table.insert(new, value.name .. ' = ' .. value.value)
      end
    end
    local text = step.text:gsub('%s+', ' ')
    local line = ('%s:%d  %s%s  %s'):format(step['function'], step.line, ('  '):rep(step.depth - 1), text, table.concat(new, ', '))
    table.insert(lines, (line:gsub('\n', ' ')))
  end
  local bufnr = vim.fn.bufadd('faultlens://run')
  vim.bo[bufnr].buftype, vim.bo[bufnr].bufhidden, vim.bo[bufnr].swapfile = 'nofile', 'hide', false
  vim.fn.bufload(bufnr)
  vim.bo[bufnr].modifiable = true
  vim.api.nvim_buf_set_lines(bufnr, 0, -1, false, lines)
  vim.bo[bufnr].modifiable = false
  local code = vim.fn.bufwinid(ctx.bufnr)
  if vim.fn.bufwinid(bufnr) == -1 then
    vim.cmd('rightbelow vertical sbuffer ' .. bufnr)
  else
    vim.api.nvim_set_current_win(vim.fn.bufwinid(bufnr))
  end
  vim.api.nvim_win_set_cursor(0, { #lines, 0 })
  local here = function()
    return result.run[vim.api.nvim_win_get_cursor(0)[1]]
  end
  vim.keymap.set('n', '<CR>', function()
    local step = here()
    if not vim.api.nvim_win_is_valid(code) then
      return
    end
    local file = vim.uri_to_bufnr(step.file)
    vim.fn.bufload(file)
    vim.bo[file].buflisted = true
    vim.api.nvim_win_set_buf(code, file)
    vim.api.nvim_win_set_cursor(code, { math.min(step.line, vim.api.nvim_buf_line_count(file)), 0 })
  end, { buffer = bufnr, desc = 'FaultLens: show the statement' })
  vim.keymap.set('n', 'K', function()
    local values = vim.tbl_map(function(value)
      return value.name .. ' = ' .. value.value
    end, here().values)
    vim.lsp.util.open_floating_preview(values, 'c', { border = 'rounded', focus_id = 'faultlens.values' })
  end, { buffer = bufnr, desc = 'FaultLens: show all values' })
  vim.keymap.set('n', 'q', '<cmd>close<cr>', { buffer = bufnr, desc = 'FaultLens: close the run' })
end

---The buffer whose causes were found last: going to a cause may lead to another file.
---@type integer?
local with_causes

---The component of a ranked line, for its column and text; nil if the line is only suspected.
local function component_of(report, line)
  for _, index in ipairs(line.diagnoses) do
    for _, component in ipairs(report.diagnoses[index + 1].components) do
      if component.file == line.file and component.line <= line.line and line.line <= component.end_line then
        return component
      end
    end
  end
end

---The answer to `faultlens.showReport`, as the quickfix list: the ranked lines, best first.
local function show_quickfix(err, report, ctx)
  local ranking = type(report) == 'table' and report.ranking or {}
  if err or #ranking == 0 then
    vim.notify('FaultLens: ' .. (err and err.message or 'no suspects are known: :FaultLens localize'), vim.log.levels.WARN)
    return
  end
  local folder = vim.fs.dirname(vim.api.nvim_buf_get_name(ctx.bufnr))
  local items = vim.tbl_map(function(line)
    local component = component_of(report, line)
    local what = component and component.text:gsub('%s+', ' ') .. ': ' or ''
    local name = line.file:find('^/') and line.file or vim.fs.joinpath(folder, line.file)
    return {
      filename = vim.fs.normalize(name),
      lnum = line.line,
      col = component and component.line == line.line and component.column or 1,
      text = line.rank .. '. ' .. what .. line.why,
      type = line.certified and 'W' or 'N',
    }
  end, ranking)
  vim.fn.setqflist({}, ' ', { title = 'FaultLens: possible causes', items = items })
  vim.cmd('botright copen')
end

---Keeps the explanation window true: what is about an older text says so, and what is known anew is shown.
---@param status {version: integer?, explained: string?}
local function follow_explanation(client, bufnr, status)
  if not shown or shown.bufnr ~= bufnr or vim.fn.bufwinid('faultlens://explanation') == -1 then
    return
  end
  if type(status.explained) == 'string' then
    local params = { command = 'faultlens.explain', arguments = { status.uri } }
    client:request('workspace/executeCommand', params, function(err, result)
      if not err and type(result) == 'string' and shown and shown.bufnr == bufnr then
        shown.version, shown.text = status.version, result
        write_explanation()
      end
    end, bufnr)
  elseif shown.version and status.version and status.version > shown.version then
    shown.version = nil
    write_explanation()
  end
end

---How the tests of each buffer ended when that was last said.
---@type table<integer, string>
local told_of = {}

---Lenses stand at `main`, which may be far away: how the tests end is said once, in the message line, and again when it
---changes. Never above a prompt that somebody types into, and never so long that it asks for a key.
---@param status {state: string, result: string, text: string, testsStale: boolean}
local function tell(bufnr, status)
  if not wanted('messages') or status.state ~= 'idle' or status.testsStale then
    return
  end
  local hints = {
    testsFail = ' (:FaultLens localize)',
    unanalysable = ' (:FaultLens tests)',
    found = ' (:FaultLens go)',
    stopped = ' (:FaultLens go)',
    noneFound = '',
  }
  local known = hints[status.result] and status.text .. hints[status.result]
    or status.result == 'allPass' and status.text
  if not known or told_of[bufnr] == known then
    return
  end
  -- Passing from the start is no news.
  local news = status.result ~= 'allPass' or told_of[bufnr]
  told_of[bufnr] = known
  if news and bufnr == vim.api.nvim_get_current_buf() and vim.fn.mode() == 'n' then
    local text = 'FaultLens: ' .. known
    vim.api.nvim_echo({ { vim.fn.strcharpart(text, 0, vim.v.echospace) } }, false, {})
  end
end

---`faultlens/status`: {uri, version, state, result, stale, text, …}, see server/src/lsp/ext.rs.
---Kept for status lines and scripts.
local function on_status(_, status, ctx)
  local bufnr = buffer_of(status.uri)
  local client = vim.lsp.get_client_by_id(ctx.client_id)
  if not bufnr or not client then
    return
  end
  vim.b[bufnr].faultlens = status
  vim.b[bufnr].faultlens_status = status.text
  with_causes = (status.sets or 0) > 0 and bufnr or with_causes
  tell(bufnr, status)
  refresh_lenses(client, bufnr)
  follow_explanation(client, bufnr, status)
  vim.api.nvim_exec_autocmds('User', {
    pattern = 'FaultLensStatus',
    modeline = false,
    data = { bufnr = bufnr, client_id = ctx.client_id, status = status },
  })
  vim.cmd.redrawstatus()
end

---Ranks after the fifth stay plain: when all is coloured, nothing is.
---@param line {rank: integer}
---@param stale boolean
---@return string?
local function group_of(line, stale)
  if line.rank > 5 then
    return nil
  elseif stale then
    return 'FaultLensStale'
  elseif line.rank == 1 then
    return 'FaultLensFirst'
  end
  return line.rank <= 3 and 'FaultLensHigh' or 'FaultLensLow'
end

---`faultlens/lines`: {uri, version, stale, lines}. Colours the line numbers of the suspects.
local function on_lines(_, result)
  local bufnr = buffer_of(result.uri)
  -- An older version than the buffer's: the marks have moved with the text, and news follow.
  if not bufnr or result.version ~= vim.lsp.util.buf_versions[bufnr] then
    return
  end
  vim.api.nvim_buf_clear_namespace(bufnr, heat, 0, -1)
  if not wanted('heat') then
    return
  end
  local last = vim.api.nvim_buf_line_count(bufnr) - 1
  for _, line in ipairs(result.lines) do
    local group = group_of(line, result.stale)
    if group and line.line <= last then
      vim.api.nvim_buf_set_extmark(bufnr, heat, line.line, 0, {
        number_hl_group = group,
        invalidate = true,
      })
    end
  end
end

-- What `:FaultLens` does with each of its words.
local commands = {
  localize = 'faultlens.localize',
  cancel = 'faultlens.cancel',
  next = 'faultlens.nextSet',
  previous = 'faultlens.previousSet',
  correct = 'faultlens.markCorrect',
  go = 'faultlens.goToSet',
  suspect = 'faultlens.markSuspect',
  forget = 'faultlens.clearMarks',
  explain = 'faultlens.explain',
  tests = 'faultlens.whyNoTest',
  why = 'faultlens.why',
  find = 'faultlens.find',
  run = 'faultlens.run',
  quickfix = 'faultlens.showReport',
  newtest = 'faultlens.newTest',
  accept = 'faultlens.acceptOutput',
}

-- Commands that answer with a text, and what shows it.
local shows = {
  ['faultlens.explain'] = show_explanation,
  ['faultlens.whyNoTest'] = show_why,
  ['faultlens.why'] = show_why,
  ['faultlens.find'] = show_why,
  ['faultlens.run'] = show_run,
  ['faultlens.showReport'] = show_quickfix,
}

-- Those that are about the cursor's line.
local about_line = { correct = true, suspect = true }

---Commands about tests: a new one out of the text that is asked for, or copied; and what a test prints is accepted.
---@type table<string, fun(done: fun(argument: string))>
local asks = {
  newtest = function(done)
    local copied = vim.fn.getreg('+')
    if copied:lower():find('input') and copied:lower():find('output') then
      done(copied)
      return
    end
    vim.ui.input({ prompt = 'The test reads (\\n begins a line): ' }, function(input)
      if not input then
        return
      end
      vim.ui.input({ prompt = 'It must print (empty: accept later): ' }, function(expected)
        local lines = function(line)
          return (line:gsub('\\n', '\n'))
        end
        if expected and expected ~= '' then
          done('Input:\n' .. lines(input) .. '\nOutput:\n' .. lines(expected) .. '\n')
        elseif expected then
          done(lines(input))
        end
      end)
    end)
  end,
}

---Asks the server for something about a test and says what came of it.
local function about_test(client, bufnr, command, argument)
  local params = { command = command, arguments = { vim.uri_from_bufnr(bufnr), argument } }
  client:request('workspace/executeCommand', params, function(err, result)
    local said = type(result) == 'table' and table.concat(result, ', ') or result
    local text = err and err.message or ('written: ' .. tostring(said))
    vim.notify('FaultLens: ' .. text, err and vim.log.levels.WARN or vim.log.levels.INFO)
  end, bufnr)
end

---@param client vim.lsp.Client
---@param bufnr integer
local function create_command(client, bufnr)
  vim.api.nvim_buf_create_user_command(bufnr, 'FaultLens', function(call)
    local word, rest = call.args:match('^(%S+)%s*(.*)$')
    local command = commands[word]
    if word == 'newtest' then
      asks.newtest(function(text)
        about_test(client, bufnr, command, text)
      end)
      return
    elseif word == 'why' then
      -- About the word at the cursor, or about what is given; `why -` about the line.
      local name = rest == '' and vim.fn.expand('<cword>') or rest
      local question = vim.api.nvim_win_get_cursor(0)[1] .. (name == '-' and '' or ':' .. name)
      local params = { command = command, arguments = { vim.uri_from_bufnr(bufnr), question } }
      client:request('workspace/executeCommand', params, show_why, bufnr)
      return
    elseif word == 'accept' then
      about_test(client, bufnr, command, rest)
      return
    end
    local known = vim.b[bufnr].faultlens
    if word == 'quickfix' and with_causes and known and vim.list_contains({ 'allPass', 'noTests' }, known.result) then
      local params = { command = command, arguments = { vim.uri_from_bufnr(with_causes) } }
      client:request('workspace/executeCommand', params, show_quickfix, with_causes)
      return
    end
    if not command then
      vim.notify('FaultLens: one of ' .. table.concat(vim.tbl_keys(commands), ', '), vim.log.levels.ERROR)
      return
    end
    local arguments = { vim.uri_from_bufnr(bufnr) }
    if about_line[call.args] then
      table.insert(arguments, vim.api.nvim_win_get_cursor(0)[1] - 1)
    end
    if shows[command] then
      client:request('workspace/executeCommand', { command = command, arguments = arguments }, shows[command], bufnr)
      return
    end
    client:exec_cmd({ title = call.args, command = command, arguments = arguments }, { bufnr = bufnr })
    if call.args == 'next' or call.args == 'previous' then
      -- As `]d` does: the server answers in the order of the questions.
      client:exec_cmd({ title = 'go', command = commands.go, arguments = arguments }, { bufnr = bufnr })
    end
  end, {
    nargs = '+',
    desc = 'FaultLens: localize, cancel, next or previous cause, go to the cause, correct or suspect line, forget, explain, why a value, which tests, quickfix list',
    complete = function(lead)
      return vim.tbl_filter(function(word)
        return vim.startswith(word, lead)
      end, vim.tbl_keys(commands))
    end,
  })
end

---@param client vim.lsp.Client
---@param bufnr integer
local function on_attach(client, bufnr)
  for name, target in pairs(groups) do
    vim.api.nvim_set_hl(0, name, { link = target, default = true })
  end
  create_command(client, bufnr)
  if wanted('inlay_hints') and client:supports_method('textDocument/inlayHint') then
    vim.lsp.inlay_hint.enable(true, { bufnr = bufnr })
  end
  refresh_lenses(client, bufnr)
  local group = vim.api.nvim_create_augroup('faultlens.' .. bufnr, {})
  vim.api.nvim_create_autocmd({ 'BufEnter', 'InsertLeave', 'TextChanged', 'BufWritePost' }, {
    group = group,
    buffer = bufnr,
    callback = function()
      refresh_lenses(client, bufnr)
    end,
  })
  vim.api.nvim_create_autocmd('LspDetach', {
    group = group,
    buffer = bufnr,
    callback = function(event)
      if event.data.client_id == client.id then
        vim.api.nvim_buf_clear_namespace(bufnr, heat, 0, -1)
        pcall(vim.api.nvim_buf_del_user_command, bufnr, 'FaultLens')
        hints_of[bufnr], told_of[bufnr] = nil, nil
        vim.b[bufnr].faultlens, vim.b[bufnr].faultlens_status = nil, nil
        vim.api.nvim_del_augroup_by_id(group)
      end
    end,
  })
end

---@type vim.lsp.Config
return {
  cmd = { 'faultlens', 'lsp' },
  filetypes = { 'c' },
  root_markers = { 'faultlens.toml', 'compile_commands.json', '.git' },
  capabilities = { experimental = { faultlens = { status = true, lines = true } } },
  -- From lenses and code actions they come here; others go to the server by themselves.
  commands = vim.tbl_map(function(show)
    return function(command, context)
      local client = assert(vim.lsp.get_client_by_id(context.client_id))
      local params = { command = command.command, arguments = command.arguments }
      client:request('workspace/executeCommand', params, show, context.bufnr)
    end
  end, shows),
  handlers = {
    ['faultlens/status'] = on_status,
    ['faultlens/lines'] = on_lines,
    ['textDocument/inlayHint'] = on_inlay_hints,
    ['textDocument/codeLens'] = on_lenses,
  },
  on_attach = on_attach,
}

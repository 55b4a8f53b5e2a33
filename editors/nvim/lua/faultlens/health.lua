-- `:checkhealth faultlens`: whether Neovim, the program and the configuration fit together.

local M = {}

---The command that starts the server, as it is configured.
---@return string[]?
local function command()
  local config = vim.lsp.config.faultlens
  return config and type(config.cmd) == 'table' and config.cmd or nil
end

---What `faultlens doctor` says, line by line.
---@param program string
local function doctor(program)
  vim.health.start('faultlens doctor')
  local started, job = pcall(vim.system, { program, 'doctor' }, { text = true, timeout = 30000 })
  local result = started and job:wait()
  if not result then
    vim.health.error(('`%s doctor` cannot be run: %s'):format(program, job))
    return
  end
  for _, line in ipairs(vim.split(vim.trim(result.stdout or ''), '\n')) do
    vim.health.info(line)
  end
  if result.code == 0 then
    vim.health.ok('it found no trouble')
  else
    vim.health.error(('it ended with status %d'):format(result.code), vim.split(vim.trim(result.stderr or ''), '\n'))
  end
end

---Whether the server is enabled, and which buffers it serves.
local function server()
  vim.health.start('language server')
  if vim.lsp.is_enabled and not vim.lsp.is_enabled('faultlens') then
    vim.health.warn('it is not enabled', "put `vim.lsp.enable('faultlens')` into init.lua")
  else
    vim.health.ok('it is enabled')
  end
  local clients = vim.lsp.get_clients({ name = 'faultlens' })
  for _, client in ipairs(clients) do
    local count = vim.tbl_count(client.attached_buffers)
    vim.health.ok(('it runs in %s, for %d buffer(s)'):format(client.root_dir or 'no folder', count))
  end
  if #clients == 0 then
    vim.health.info('it does not run now: it starts with the first C file')
  end
end

function M.check()
  vim.health.start('program')
  if vim.fn.has('nvim-0.11') == 0 then
    vim.health.error('Neovim 0.11 or later is needed')
    return
  end
  local cmd = command()
  if not cmd then
    vim.health.error('lsp/faultlens.lua is not on the runtimepath', ':help faultlens-setup')
    return
  end
  local program = vim.fn.exepath(cmd[1])
  if program == '' then
    vim.health.error(('`%s` is not on the PATH'):format(cmd[1]), {
      'put it there, or name it: vim.lsp.config("faultlens", { cmd = { "/path/to/faultlens", "lsp" } })',
    })
    return
  end
  vim.health.ok(program)
  doctor(program)
  server()
end

return M

-- The configuration that the README asks of a user, and nothing else.
vim.opt.runtimepath:prepend(vim.env.FAULTLENS_NVIM)
vim.lsp.enable('faultlens')
vim.diagnostic.config({ virtual_text = false, virtual_lines = { current_line = true } })

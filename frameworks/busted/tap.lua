-- An output handler of busted's: TAP file by file, as prove shows it, each test as it ends.
return function()
  local busted = require 'busted'
  local handler = require 'busted.outputHandlers.base'()
  local count, messages, open = 0, {}, false

  local function put(...)
    io.write('\n', ...)
    io.write('\n')
    io.flush()
  end

  local function text_of(message)
    return type(message) == 'string' and message or require('pl.pretty').write(message)
  end

  local function point(status, name)
    count = count + 1
    local ok = (status == 'success' or status == 'pending') and 'ok' or 'not ok'
    local why = table.concat(messages, '\n')
    put(ok, ' ', count, ' - ', (name:gsub('[\n#]', ' ')), status == 'pending' and ' # SKIP ' .. why:gsub('\n', ' ') or '')
    if ok == 'not ok' then put('# ', (why:gsub('\n', '\n# '))) end
    messages = {}
  end

  local function on(kind, owner, act)
    busted.subscribe({ kind, owner }, function(...)
      act(...)
      return nil, true
    end)
  end

  local function begin(file)
    count, open = 0, true
    put(((file.name or 'busted'):gsub('^%./', '')), ' ..')
  end

  local function finish()
    open = false
    put('1..', count)
    put('ok')
  end

  on('file', 'start', begin)
  on('test', 'end', function(element, _, status) point(status, handler.getFullName(element)) end)
  for _, kind in ipairs { 'failure', 'error', 'pending' } do
    for _, owner in ipairs { 'it', 'pending' } do
      on(kind, owner, function(_, _, message) messages[#messages + 1] = message and text_of(message) or '' end)
    end
  end
  -- What fails outside of tests: a file that can't be loaded, what runs before or behind its tests.
  for _, kind in ipairs { 'failure', 'error' } do
    for _, owner in ipairs { 'file', 'describe', 'suite' } do
      on(kind, owner, function(element, _, message)
        local alone = not open
        if alone then begin(element) end
        messages = { text_of(message) }
        point(kind, '[failed]')
        if alone then finish() end
      end)
    end
  end
  on('file', 'end', finish)
  return handler
end

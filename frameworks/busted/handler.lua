-- An output handler of busted's: lines of JSON, as Rust's libtest writes them. A test's id is its file, the names of what it
-- stands in, and its own. What isn't asked for (run.sh) is left out where busted registers it.
local unpack = table.unpack or unpack

return function()
  local busted = require 'busted'
  local handler = require 'busted.outputHandlers.base'()
  local some, without, paths, lists = {}, {}, {}, false
  local chooses = false
  local counts, known, used, messages = { ok = 0, failed = 0, ignored = 0 }, {}, {}, {}

  -- A glob as a pattern of Lua's: it holds for files in any directory, and for directories.
  local function pattern_of(glob)
    local parts = { ['*'] = '[^/]*', ['?'] = '[^/]', ['\1'] = '.-', ['\2'] = '.*' }
    local text = glob:gsub('%*%*/', '\1'):gsub('%*%*', '\2'):gsub('[%p\1\2]', function(c) return parts[c] or '%' .. c end)
    return '/' .. text .. '/'
  end

  for word in (io.open(os.getenv('PROCTOR_PRIVATE') .. '/choice'):read('*a')):gmatch('([^%z]+)') do
    local option, value = word:match('^(%a+)=?(.*)$')
    if option == 'list' then lists = true end
    if option == 'some' then some[value], chooses = true, true end
    if option == 'without' then without[value] = true end
    if option == 'path' then paths[#paths + 1] = pattern_of(value) end
  end

  local function is_asked(file)
    for _, pattern in ipairs(paths) do
      if ('/' .. file .. '/'):find(pattern) then return true end
    end
    return #paths == 0
  end

  -- Whether a test in this file or group is asked for.
  local function has_some(id)
    if not chooses then return true end
    for one in pairs(some) do
      if one:sub(1, #id + 3) == id .. ' > ' then return true end
    end
    return false
  end

  local function quoted(text)
    return '"' .. text:gsub('[%c"\\]', function(c) return ('\\u%04x'):format(c:byte()) end) .. '"'
  end

  -- In a line of its own: a test may have printed one that it hasn't ended.
  local function tell(kind, event, fields)
    local words = { ('"type":"%s","event":"%s"'):format(kind, event) }
    for key, value in pairs(fields) do
      words[#words + 1] = ('"%s":%s'):format(key, type(value) == 'string' and quoted(value) or tostring(value))
    end
    io.write('\n{', table.concat(words, ','), '}\n')
    io.flush()
  end

  local function file_of(name) return (name:gsub('^%./', '')) end

  local file, groups = '', {}

  -- The names of what stands around the one of this name, and its own.
  local function below(name)
    local names = { unpack(groups) }
    names[#names + 1] = name
    return names
  end

  local function fields_of(names, trace)
    local name = table.concat(names, ' > ')
    local id = file .. ' > ' .. name
    used[id] = (used[id] or 0) + 1
    if used[id] > 1 then name = name .. ' #' .. used[id] end
    return { name = name, file = file, line = trace and trace.currentline }, file .. ' > ' .. name
  end

  local function text_of(message)
    return type(message) == 'string' and message or require('pl.pretty').write(message)
  end

  local function on(channel, act)
    busted.subscribe(channel, function(...) return nil, act(...) ~= false end, { priority = 1 })
  end

  on({ 'register', 'file' }, function(name) return is_asked(file_of(name)) and has_some(file_of(name)) end)
  for _, descriptor in ipairs { 'describe', 'it', 'pending' } do
    on({ 'register', descriptor }, function(name, _, trace)
      local names = below(name or descriptor)
      if descriptor == 'describe' then return has_some(file .. ' > ' .. table.concat(names, ' > ')) end
      local fields, id = fields_of(names, trace)
      if (chooses and not some[id]) or without[id] then return false end
      if lists then tell('test', 'discovered', fields) end
      if trace then known[trace] = fields end
      return not lists
    end)
  end
  -- What is registered stands in what was started last.
  on({ 'file', 'start' }, function(element) file, groups = file_of(element.name), {} end)
  on({ 'describe', 'start' }, function(element) groups[#groups + 1] = element.name or 'describe' end)
  on({ 'describe', 'end' }, function() groups[#groups] = nil end)
  if lists then
    for _, hook in ipairs { 'lazy_setup', 'lazy_teardown', 'strict_setup', 'strict_teardown', 'before_each', 'after_each' } do
      on({ 'register', hook }, function() return false end)
    end
    return handler
  end

  local function finish(fields, status)
    local event = status == 'success' and 'ok' or status == 'pending' and 'ignored' or 'failed'
    fields.message = table.concat(messages, '\n')
    messages = {}
    counts[event] = counts[event] + 1
    tell('test', event, fields)
  end

  on({ 'suite', 'start' }, function() tell('suite', 'started', {}) end)
  on({ 'suite', 'end' }, function()
    tell('suite', counts.failed == 0 and 'ok' or 'failed', { passed = counts.ok, failed = counts.failed, ignored = counts.ignored })
  end)
  on({ 'test', 'start' }, function(element)
    messages = {}
    if known[element.trace] then tell('test', 'started', known[element.trace]) end
  end)
  on({ 'test', 'end' }, function(element, _, status)
    local fields = known[element.trace]
    if not fields then return end
    fields.exec_time = element.duration
    finish(fields, status)
  end)
  for _, kind in ipairs { 'failure', 'error', 'pending' } do
    busted.subscribe({ kind }, function(element, _, message)
      local text = message and text_of(message) or ''
      if element.descriptor == 'it' or element.descriptor == 'pending' then
        messages[#messages + 1] = text
      elseif kind ~= 'pending' then
        -- What fails outside of tests: a file that can't be loaded, what runs before or behind tests.
        local isWhole = element.descriptor == 'file' or element.descriptor == 'describe'
        local names = below(isWhole and '[failed]' or '[' .. (element.descriptor or 'failed'):gsub('^strict_', '') .. ']')
        -- (Of a hook that fails before each test once is enough.)
        if not used[file .. ' > ' .. table.concat(names, ' > ')] then
          local before = messages
          messages = { text }
          finish((fields_of(names, element.trace)), kind)
          messages = before
        end
      end
      return nil, true
    end, { priority = 1 })
  end
  return handler
end

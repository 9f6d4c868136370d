#!lua flags=allow-oom
-- Takes the lease, and replies with the changes that the caller has missed. If another replica has the lease, asks it
-- to give the lease up, and replies how long the lease lasts. Replies nothing if there is no such sandbox. If the
-- caller has the lease already, the lease is only renewed. A lease that would last more than two lengths from now
-- counts as over, because the clock of Redis was set back.
--
-- In Lua, a field that Redis does not have is `false`, which `or nil` turns into nil. The pattern with `%d` and `%w`
-- finds the name of the replica in a lease.
-- ARGV: replica (empty: take no lease), the caller's lease (empty: it has none), mark for a new lease, milliseconds of
-- a lease, position of the caller's copy, and generation of the copy (empty: the caller needs the whole state).
-- include of-sandbox
local replica, held, mark, length = ARGV[3], ARGV[4], ARGV[5], tonumber(ARGV[6])
local from, copied = tonumber(ARGV[7]), ARGV[8]
local known = redis.call('HMGET', head, 'lease', 'renewed', 'generation', 'position', 'epoch')
local renewed, generation, position, epoch = tonumber(known[2] or nil), known[3], tonumber(known[4] or nil), known[5]
local base = tonumber(redis.call('HGET', snapshot, 'position') or nil)
-- A Redis that evicts keys may have removed a part of the sandbox.
if not generation or not base then return {} end

local isHeld = renewed and known[1] == held
local own = isHeld and held or ''
if not isHeld and replica ~= '' then
  local holder = renewed and string.match(known[1], '^%d+:%w+:(.*)$')
  if holder and holder ~= replica then
    local left = renewed + length - now
    if left > 0 and left <= 2 * length then
      if not redis.call('LPOS', waiting, replica) then redis.call('RPUSH', waiting, replica) end
      redis.call('PEXPIRE', waiting, 10000)
      redis.call('PUBLISH', '${REPLICA_CHANNEL}' .. holder, 'wanted ' .. id)
      return { math.ceil(left) }
    end
  end
  own = redis.call('HINCRBY', head, 'token', 1) .. ':' .. mark .. ':' .. replica
end
if own ~= '' then
  redis.call('HSET', head, 'lease', own, 'renewed', now)
  redis.call('LREM', waiting, 0, replica)
  -- include renew
end

local isContinued = copied == generation and from <= position
-- The holder has written all changes after its copy itself.
if isHeld and isContinued then from = position end
local state = false
if not isContinued or from < base then
  from = base
  state = redis.call('HGET', snapshot, 'state')
end
local changes = {}
if from < position then
  for _, entry in ipairs(redis.call('XRANGE', log, '(' .. from .. '-0', '+')) do
    changes[#changes + 1] = entry[2][2]
  end
end
local found = { generation = generation, position = position, epoch = tonumber(epoch), lease = own,
  isWanted = redis.call('LLEN', waiting) > 0 }
return { cjson.encode(found), state, changes }

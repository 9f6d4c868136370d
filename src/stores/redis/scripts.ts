// Generated from src/stores/redis/lua/ by the build.

import { CLIENT_IDS, JOURNAL_CHANNEL, REPLICA_CHANNEL, SANDBOX_INDEX } from './keys.js';
import { script } from './script.js';

export const APPEND = script(`#!lua
local head, snapshot, log, journal, waiting = unpack(KEYS)
local id, expiry = ARGV[1], tonumber(ARGV[2])
local machine = redis.call('TIME')
local now = machine[1] * 1000 + math.floor(machine[2] / 1000)
local function tell(word) redis.call('PUBLISH', '${JOURNAL_CHANNEL}' .. id, word) end
local lease, position = ARGV[3], tonumber(ARGV[4])
local known = redis.call('HMGET', head, 'lease', 'position')
if known[1] ~= lease or tonumber(known[2]) ~= position then return 0 end
local at = 7 + tonumber(ARGV[6])
for change = 7, at - 1 do
  position = position + 1
  redis.call('XADD', log, position .. '-0', 'c', ARGV[change])
end
redis.call('HSET', head, 'position', position, 'renewed', now)
if ARGV[5] ~= '' then
  redis.call('HSET', snapshot, 'position', position, 'state', ARGV[5])
  redis.call('XTRIM', log, 'MINID', (position + 1) .. '-0')
end
if #ARGV > at then
  for argument = at + 1, #ARGV, 2 do
    redis.pcall('XADD', journal, ARGV[argument] .. '-0', 'x', ARGV[argument + 1])
  end
  local kept = tonumber(ARGV[at])
  local last = tonumber(ARGV[#ARGV - 1])
  redis.call('XTRIM', journal, 'MINID', math.max(0, last - kept + 1))
  tell('recorded')
end
local left = expiry > 0 and redis.call('PTTL', journal)
if left and (left < expiry - math.min(60000, expiry / 10) or left > expiry) then
  for at = 1, 4 do redis.call('PEXPIRE', KEYS[at], expiry) end
end
local room = math.max(65536, redis.call('MEMORY', 'USAGE', snapshot))
return redis.call('MEMORY', 'USAGE', log) > room and 2 or 1
`);

export const CLEAR = script(`#!lua flags=allow-oom
local head, snapshot, log, journal, waiting = unpack(KEYS)
local id, expiry = ARGV[1], tonumber(ARGV[2])
local machine = redis.call('TIME')
local now = machine[1] * 1000 + math.floor(machine[2] / 1000)
local function tell(word) redis.call('PUBLISH', '${JOURNAL_CHANNEL}' .. id, word) end
redis.call('XTRIM', journal, 'MINID', tonumber(ARGV[3]) + 1)
tell('cleared')
`);

export const CREATE = script(`#!lua
local head, snapshot, log, journal, waiting = unpack(KEYS)
local id, expiry = ARGV[1], tonumber(ARGV[2])
local machine = redis.call('TIME')
local now = machine[1] * 1000 + math.floor(machine[2] / 1000)
local function tell(word) redis.call('PUBLISH', '${JOURNAL_CHANNEL}' .. id, word) end
local lease, position = ARGV[3], tonumber(ARGV[4])
local client = ARGV[7]
if redis.call('EXISTS', head, snapshot) == 2 then return 0 end
redis.call('HSETNX', '${CLIENT_IDS}', client, id)
local owner = redis.call('HGET', '${CLIENT_IDS}', client)
if owner ~= id then return owner end

redis.call('DEL', unpack(KEYS))
redis.call('HSET', snapshot, 'position', position, 'state', ARGV[5])
redis.call('HSET', head, 'generation', ARGV[6], 'position', position, 'epoch', 0, 'token', 1, 'lease', lease,
  'renewed', now)
redis.call('ZADD', '${SANDBOX_INDEX}', 'NX', now, id)
local left = expiry > 0 and redis.call('PTTL', journal)
if left and (left < expiry - math.min(60000, expiry / 10) or left > expiry) then
  for at = 1, 4 do redis.call('PEXPIRE', KEYS[at], expiry) end
end
return id
`);

export const DESTROY = script(`#!lua flags=allow-oom
local head, snapshot, log, journal, waiting = unpack(KEYS)
local id, expiry = ARGV[1], tonumber(ARGV[2])
local machine = redis.call('TIME')
local now = machine[1] * 1000 + math.floor(machine[2] / 1000)
local function tell(word) redis.call('PUBLISH', '${JOURNAL_CHANNEL}' .. id, word) end
redis.call('DEL', unpack(KEYS))
redis.call('ZREM', '${SANDBOX_INDEX}', id)
tell('removed')
`);

export const END = script(`#!lua
local head, snapshot, log, journal, waiting = unpack(KEYS)
local id, expiry = ARGV[1], tonumber(ARGV[2])
local machine = redis.call('TIME')
local now = machine[1] * 1000 + math.floor(machine[2] / 1000)
local function tell(word) redis.call('PUBLISH', '${JOURNAL_CHANNEL}' .. id, word) end
local newest = redis.call('XREVRANGE', journal, '+', '-', 'COUNT', 1)[1]
if not newest or redis.call('HGET', head, 'epoch') ~= ARGV[3] then return end
redis.call('XADD', journal, string.match(newest[1], '^%d+') .. '-*', 'x', ARGV[4])
tell('recorded')
`);

export const RELEASE = script(`#!lua flags=allow-oom
local head, snapshot, log, journal, waiting = unpack(KEYS)
local id, expiry = ARGV[1], tonumber(ARGV[2])
local machine = redis.call('TIME')
local now = machine[1] * 1000 + math.floor(machine[2] / 1000)
local function tell(word) redis.call('PUBLISH', '${JOURNAL_CHANNEL}' .. id, word) end
local lease, ahead = ARGV[3], tonumber(ARGV[4])
if redis.call('HGET', head, 'lease') ~= lease then return end
local next = redis.call('LPOP', waiting)
if not next then return redis.call('HDEL', head, 'renewed') end
redis.call('HSET', head, 'lease', '0:reserved:' .. next, 'renewed', now - ahead)
redis.call('PUBLISH', '${REPLICA_CHANNEL}' .. next, 'released ' .. id)
`);

export const REMOVE_ORPHANS = script(`#!lua flags=allow-oom
local all = redis.call('HGETALL', KEYS[2])
for at = 1, #all, 2 do
  if not redis.call('ZSCORE', KEYS[1], all[at + 1]) then redis.call('HDEL', KEYS[2], all[at]) end
end
`);

export const REMOVE = script(`#!lua flags=allow-oom
local head, snapshot, log, journal, waiting = unpack(KEYS)
local id, expiry = ARGV[1], tonumber(ARGV[2])
local machine = redis.call('TIME')
local now = machine[1] * 1000 + math.floor(machine[2] / 1000)
local function tell(word) redis.call('PUBLISH', '${JOURNAL_CHANNEL}' .. id, word) end
local lease, position = ARGV[3], tonumber(ARGV[4])
local known = redis.call('HMGET', head, 'lease', 'position')
if known[1] ~= lease or tonumber(known[2]) ~= position then return 0 end
redis.call('DEL', unpack(KEYS))
redis.call('ZREM', '${SANDBOX_INDEX}', id)
tell('removed')
if redis.call('HGET', '${CLIENT_IDS}', ARGV[5]) == id then redis.call('HDEL', '${CLIENT_IDS}', ARGV[5]) end
`);

export const REPLACE = script(`#!lua
local head, snapshot, log, journal, waiting = unpack(KEYS)
local id, expiry = ARGV[1], tonumber(ARGV[2])
local machine = redis.call('TIME')
local now = machine[1] * 1000 + math.floor(machine[2] / 1000)
local function tell(word) redis.call('PUBLISH', '${JOURNAL_CHANNEL}' .. id, word) end
local lease, position = ARGV[3], tonumber(ARGV[4])
local known = redis.call('HMGET', head, 'lease', 'position')
if known[1] ~= lease or tonumber(known[2]) ~= position then return 0 end
local at = 7 + tonumber(ARGV[6])
for change = 7, at - 1 do
  position = position + 1
  redis.call('XADD', log, position .. '-0', 'c', ARGV[change])
end
redis.call('HSET', head, 'position', position, 'renewed', now)
if ARGV[5] ~= '' then
  redis.call('HSET', snapshot, 'position', position, 'state', ARGV[5])
  redis.call('XTRIM', log, 'MINID', (position + 1) .. '-0')
end
local left = expiry > 0 and redis.call('PTTL', journal)
if left and (left < expiry - math.min(60000, expiry / 10) or left > expiry) then
  for at = 1, 4 do redis.call('PEXPIRE', KEYS[at], expiry) end
end
redis.call('HINCRBY', head, 'epoch', 1)
redis.call('DEL', journal)
tell('replaced')
`);

export const TAKE = script(`#!lua flags=allow-oom
local head, snapshot, log, journal, waiting = unpack(KEYS)
local id, expiry = ARGV[1], tonumber(ARGV[2])
local machine = redis.call('TIME')
local now = machine[1] * 1000 + math.floor(machine[2] / 1000)
local function tell(word) redis.call('PUBLISH', '${JOURNAL_CHANNEL}' .. id, word) end
local replica, held, mark, length = ARGV[3], ARGV[4], ARGV[5], tonumber(ARGV[6])
local from, copied = tonumber(ARGV[7]), ARGV[8]
local known = redis.call('HMGET', head, 'lease', 'renewed', 'generation', 'position', 'epoch')
local renewed, generation, position, epoch = tonumber(known[2] or nil), known[3], tonumber(known[4] or nil), known[5]
local base = tonumber(redis.call('HGET', snapshot, 'position') or nil)
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
local left = expiry > 0 and redis.call('PTTL', journal)
if left and (left < expiry - math.min(60000, expiry / 10) or left > expiry) then
  for at = 1, 4 do redis.call('PEXPIRE', KEYS[at], expiry) end
end
end

local isContinued = copied == generation and from <= position
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
`);

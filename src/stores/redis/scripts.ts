/**
 * What happens in Redis at one moment. Each script touches the keys of one sandbox; those that make or remove one, also
 * the index of all.
 *
 * The lease has a fencing token that only grows. A replica that was paused, and still believes that it has the lease,
 * is refused by the script itself: every script that writes compares the lease that was given last with the caller's.
 *
 * A lease that is not renewed is over after a time by the clock of Redis.
 *
 * The journal of a sandbox is a stream with an entry for each exchange, whose ID begins with the exchange's number, and
 * one for the ends of responses, each `<number> <duration>` on a line. Entries of ends have the ID of the newest
 * exchange, with another second part.
 */

import { script, scriptWhenFull } from './script.js';
import { CLIENT_IDS, OF_SANDBOX, REPLICA_CHANNEL, SANDBOX_INDEX } from './keys.js';

/** Renews the expiry of a sandbox, but seldom, unless its journal is new: it costs as much as a change. */
const RENEW = `
local left = expiry > 0 and redis.call('PTTL', journal)
if left and (left < expiry - math.min(60000, expiry / 10) or left > expiry) then
  for at = 1, 4 do redis.call('PEXPIRE', KEYS[at], expiry) end
end
`;

/**
 * Takes the lease, and sends what the caller has missed; or asks its holder for it, and sends how long it lasts; or
 * sends nothing if there is no such sandbox. The lease of a caller that has it stays as it is, and is renewed.
 * ARGV replica (none: takes no lease), the caller's lease (none: it has none), mark of another one, milliseconds of a
 * lease, position of the caller's copy, and its generation (none: it needs the whole state).
 */
export const TAKE = scriptWhenFull(`
${OF_SANDBOX}
local replica, held, mark, length = ARGV[3], ARGV[4], ARGV[5], tonumber(ARGV[6])
local from, copied = tonumber(ARGV[7]), ARGV[8]
local known = redis.call('HMGET', head, 'lease', 'renewed', 'generation', 'position', 'epoch')
local renewed, generation, position, epoch = tonumber(known[2] or nil), known[3], tonumber(known[4] or nil), known[5]
local base = tonumber(redis.call('HGET', snapshot, 'position') or nil)
-- A Redis that evicts keys may have removed a part of it.
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
  ${RENEW}
end

local isContinued = copied == generation and from <= position
-- What came behind its copy, the holder has written itself.
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

/** What every script that writes gets: the caller's lease, and the position behind which it writes. */
const WRITE = `
${OF_SANDBOX}
local lease, position = ARGV[3], tonumber(ARGV[4])
`;

/** Returns 0 if the caller has lost the lease; then nothing is written. */
const FENCE = `
${WRITE}
local known = redis.call('HMGET', head, 'lease', 'position')
if known[1] ~= lease or tonumber(known[2]) ~= position then return 0 end
`;

/**
 * Appends changes, and renews the lease. A state is kept in their place.
 * ARGV[5]: the state after the changes, or nothing; ARGV[6]: how many changes, then these.
 */
const ADD_CHANGES = `
${FENCE}
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
`;

/**
 * Adds exchanges, and tells those that follow the journal. The oldest ones make room.
 * ARGV from `at`: number of exchanges that are kept, then number and text of each exchange.
 */
const RECORD = `
if #ARGV > at then
  for argument = at + 1, #ARGV, 2 do
    -- An exchange that the journal has already must not keep the changes from being written.
    redis.pcall('XADD', journal, ARGV[argument] .. '-0', 'x', ARGV[argument + 1])
  end
  local kept = tonumber(ARGV[at])
  local last = tonumber(ARGV[#ARGV - 1])
  redis.call('XTRIM', journal, 'MINID', math.max(0, last - kept + 1))
  tell('recorded')
end
`;

/**
 * Appends changes and the exchanges that have made them. ARGV behind the changes: what `RECORD` needs.
 * Returns 1, or 2 if the changes since the snapshot take more room than the snapshot and more than 64 KiB, so that a
 * new snapshot is worth its cost.
 */
export const APPEND = script(`
${ADD_CHANGES}
${RECORD}
${RENEW}
local room = math.max(65536, redis.call('MEMORY', 'USAGE', snapshot))
return redis.call('MEMORY', 'USAGE', log) > room and 2 or 1
`);

/** Replaces the sandbox by another state of it, with an empty journal. */
export const REPLACE = script(`
${ADD_CHANGES}
${RENEW}
redis.call('HINCRBY', head, 'epoch', 1)
redis.call('DEL', journal)
tell('replaced')
`);

/**
 * Makes a sandbox with a client ID, and with a lease for the caller. ARGV state, generation, client ID.
 * It is not made if there is a sandbox with this ID: returns 0. Nor if another sandbox has the client ID: returns the
 * ID of that one.
 */
export const CREATE = script(`
${WRITE}
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
${RENEW}
return id
`);

const DELETE = `
redis.call('DEL', unpack(KEYS))
redis.call('ZREM', '${SANDBOX_INDEX}', id)
tell('removed')
`;

/** Removes a sandbox, and its client ID. ARGV client ID. */
export const REMOVE = scriptWhenFull(`
${FENCE}
${DELETE}
if redis.call('HGET', '${CLIENT_IDS}', ARGV[5]) == id then redis.call('HDEL', '${CLIENT_IDS}', ARGV[5]) end
`);

/** Removes a sandbox, whoever has the lease: writes of others find no head. Its client ID is left. */
export const DESTROY = scriptWhenFull(OF_SANDBOX + DELETE);

/** Gives the lease up, and says so to the replica that has waited longest. */
export const RELEASE = scriptWhenFull(`
${WRITE}
if redis.call('HGET', head, 'lease') ~= lease then return end
redis.call('HDEL', head, 'renewed')
local next = redis.call('LPOP', waiting)
if next then redis.call('PUBLISH', '${REPLICA_CHANNEL}' .. next, 'released ' .. id) end
`);

/** Adds the ends of exchanges. None if the journal was emptied meanwhile. ARGV epoch, ends. */
export const END = script(`
${OF_SANDBOX}
local newest = redis.call('XREVRANGE', journal, '+', '-', 'COUNT', 1)[1]
if not newest or redis.call('HGET', head, 'epoch') ~= ARGV[3] then return end
redis.call('XADD', journal, string.match(newest[1], '^%d+') .. '-*', 'x', ARGV[4])
tell('recorded')
`);

/** Removes exchanges up to a number, and tells those that follow the journal. ARGV number. */
export const CLEAR = scriptWhenFull(`
${OF_SANDBOX}
redis.call('XTRIM', journal, 'MINID', tonumber(ARGV[3]) + 1)
tell('cleared')
`);

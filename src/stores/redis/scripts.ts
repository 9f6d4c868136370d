/**
 * Scripts that Redis runs atomically. Each script uses the keys of one sandbox. Scripts that create or remove a sandbox
 * also use the index.
 *
 * The lease has a fencing token that only grows. A paused replica may still believe that it has the lease. Scripts
 * refuse it: every script that writes compares the caller's lease with the lease that was given last.
 *
 * A lease that is not renewed ends after a time, by the clock of Redis.
 *
 * The journal of a sandbox is a stream with two kinds of entries. Each exchange has an entry whose ID begins with its
 * number. Entries for ends of responses contain a line `<number> <duration>` for each end. Their IDs begin with the
 * number of the newest exchange, and have another second part.
 */

import { script, scriptWhenFull } from './script.js';
import { CLIENT_IDS, OF_SANDBOX, REPLICA_CHANNEL, SANDBOX_INDEX } from './keys.js';

/**
 * Renews the expiry of a sandbox. Because that costs as much as a change, it waits until a tenth of the time, at most
 * a minute, has passed. A new journal has no expiry yet, so it gets one at once. The list `waiting`, the fifth key, has
 * an expiry of its own.
 */
const RENEW = `
local left = expiry > 0 and redis.call('PTTL', journal)
if left and (left < expiry - math.min(60000, expiry / 10) or left > expiry) then
  for at = 1, 4 do redis.call('PEXPIRE', KEYS[at], expiry) end
end
`;

/**
 * Takes the lease, and replies with the changes that the caller has missed. If another replica has the lease, asks it
 * to give the lease up, and replies how long the lease lasts. Replies nothing if there is no such sandbox. If the
 * caller has the lease already, the lease is only renewed. A lease that would last more than two lengths from now
 * counts as over, because the clock of Redis was set back.
 *
 * In Lua, a field that Redis does not have is `false`, which `or nil` turns into nil. The pattern with `%d` and `%w`
 * finds the name of the replica in a lease.
 * ARGV: replica (empty: take no lease), the caller's lease (empty: it has none), mark for a new lease, milliseconds of
 * a lease, position of the caller's copy, and generation of the copy (empty: the caller needs the whole state).
 */
export const TAKE = scriptWhenFull(`
${OF_SANDBOX}
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
  ${RENEW}
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
`);

/** The arguments of every script that writes: the caller's lease, and the position after which it writes. */
const WRITE = `
${OF_SANDBOX}
local lease, position = ARGV[3], tonumber(ARGV[4])
`;

/** If the caller has lost the lease, this part ends the script before it writes; the script returns 0. */
const FENCE = `
${WRITE}
local known = redis.call('HMGET', head, 'lease', 'position')
if known[1] ~= lease or tonumber(known[2]) ~= position then return 0 end
`;

/**
 * Appends changes, and renews the lease. If a state is given, it replaces the changes.
 * ARGV[5]: the state after the changes, or empty; ARGV[6]: the number of changes, followed by the changes.
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
 * Appends changes, and the exchanges that made them to the journal. The oldest exchanges are removed.
 * ARGV after the changes, from `at` on: number of exchanges to keep, then number and text of each exchange.
 * Returns 1; or 2 if a new snapshot is worth its cost, because the changes since the last one take more space than that
 * snapshot and more than 64 KiB.
 */
export const APPEND = script(`
${ADD_CHANGES}
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
${RENEW}
local room = math.max(65536, redis.call('MEMORY', 'USAGE', snapshot))
return redis.call('MEMORY', 'USAGE', log) > room and 2 or 1
`);

/** Replaces the state of the sandbox, and empties its journal. */
export const REPLACE = script(`
${ADD_CHANGES}
${RENEW}
redis.call('HINCRBY', head, 'epoch', 1)
redis.call('DEL', journal)
tell('replaced')
`);

/**
 * Creates a sandbox with a client ID, and with a lease for the caller. ARGV: state, generation, client ID.
 * Creates nothing and returns 0 if the ID is in use. Creates nothing and returns the ID of the other sandbox if the
 * client ID is in use.
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

/** Removes the keys of a sandbox and its entry in the index. */
const DELETE = `
redis.call('DEL', unpack(KEYS))
redis.call('ZREM', '${SANDBOX_INDEX}', id)
tell('removed')
`;

/** Removes a sandbox, and its client ID. ARGV: client ID. */
export const REMOVE = scriptWhenFull(`
${FENCE}
${DELETE}
if redis.call('HGET', '${CLIENT_IDS}', ARGV[5]) == id then redis.call('HDEL', '${CLIENT_IDS}', ARGV[5]) end
`);

/** Removes a sandbox regardless of its lease: later writes find no head, and fail. The client ID stays in the index. */
export const DESTROY = scriptWhenFull(OF_SANDBOX + DELETE);

/**
 * Gives the lease up, and notifies the replica that has waited longest. For a moment, the lease is reserved for that
 * replica. Otherwise the caller could take it again at once, and would always be faster, because it needs no message.
 * The reservation is a lease that counts as renewed some time ago, so that it ends after the moment.
 * ARGV: the caller's lease; how many milliseconds ago the reservation counts as renewed.
 */
export const RELEASE = scriptWhenFull(`
${OF_SANDBOX}
local lease, ahead = ARGV[3], tonumber(ARGV[4])
if redis.call('HGET', head, 'lease') ~= lease then return end
local next = redis.call('LPOP', waiting)
if not next then return redis.call('HDEL', head, 'renewed') end
redis.call('HSET', head, 'lease', '0:reserved:' .. next, 'renewed', now - ahead)
redis.call('PUBLISH', '${REPLICA_CHANNEL}' .. next, 'released ' .. id)
`);

/** Adds the ends of exchanges. Does nothing if the journal was emptied meanwhile. ARGV: epoch, ends. */
export const END = script(`
${OF_SANDBOX}
local newest = redis.call('XREVRANGE', journal, '+', '-', 'COUNT', 1)[1]
if not newest or redis.call('HGET', head, 'epoch') ~= ARGV[3] then return end
redis.call('XADD', journal, string.match(newest[1], '^%d+') .. '-*', 'x', ARGV[4])
tell('recorded')
`);

/** Removes exchanges up to a number, and notifies followers of the journal. ARGV: number. */
export const CLEAR = scriptWhenFull(`
${OF_SANDBOX}
redis.call('XTRIM', journal, 'MINID', tonumber(ARGV[3]) + 1)
tell('cleared')
`);

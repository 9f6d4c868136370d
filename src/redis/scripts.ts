/**
 * What happens in Redis at one moment. Each script touches the keys of one sandbox.
 *
 * The lease has a fencing token that only grows. A replica that was paused, and still believes that it has the lease, is
 * refused by the script itself: every script that writes compares the lease that was given last with the caller's.
 *
 * A lease that is not renewed is over after a time by the clock of the store, which all replicas share: Redis's own clock
 * may be set, so no lease expires by it.
 */

import { script, scriptWhenFull } from './connection/script.js';

/** Renews the expiry of a sandbox that is used: 0 milliseconds to leave it as it is. */
const RENEW_EXPIRY = `
local function renewExpiry(milliseconds, ...)
  if tonumber(milliseconds) == 0 then return end
  for _, key in ipairs({ ... }) do redis.call('PEXPIRE', key, milliseconds) end
end
`;

/** Sends the position, the snapshot if the caller is behind it, and the changes since. */
const CATCH_UP = `
local function catchUp(head, snapshot, log, from, seenGeneration, seenPosition, seenMark)
  local known = redis.call('HMGET', head, 'generation', 'position', 'epoch')
  local generation, position, epoch = known[1], tonumber(known[2]), known[3]
  local intact = 1
  if seenGeneration ~= '' then
    if seenGeneration ~= generation or seenPosition > position then
      intact = 0
    else
      local entry = redis.call('XRANGE', log, seenPosition .. '-0', seenPosition .. '-0')[1]
      if entry and seenMark ~= '' and entry[2][2] ~= seenMark then intact = 0 end
    end
  end
  if intact == 0 then from = -1 end
  local base = tonumber(redis.call('HGET', snapshot, 'position'))
  local text = false
  if from < base then
    from = base
    text = redis.call('HGET', snapshot, 'state')
  end
  local entries = {}
  if from < position then
    for _, entry in ipairs(redis.call('XRANGE', log, '(' .. from .. '-0', '+')) do
      entries[#entries + 1] = entry[2][4]
    end
  end
  local last = redis.call('XRANGE', log, position .. '-0', position .. '-0')[1]
  return { generation, position, epoch, intact, text, entries, last and last[2][2] or '' }
end
`;

/**
 * Takes the lease, or asks its holder for it; sends what the caller has missed, and the last moment that was shown.
 * KEYS head, snapshot, log, journal, waiting.
 * ARGV replica, mark, time, milliseconds of a lease, position of the caller's copy (-1: none), generation, position and
 * mark that the caller has seen, sandbox ID, prefix of the channels of replicas, milliseconds until it expires.
 */
export const TAKE = scriptWhenFull(`
${RENEW_EXPIRY}
${CATCH_UP}
local replica, mark, now, length = ARGV[1], ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4])
if redis.call('EXISTS', KEYS[1]) == 0 then return { 'none' } end
local known = redis.call('HMGET', KEYS[1], 'lease', 'renewed', 'time')
local renewed, shown = tonumber(known[2] or nil), known[3] or '0'
local holder = renewed and string.match(known[1], '^%d+:%w+:(.*)$')
if holder and holder ~= replica then
  local left = renewed + length - now
  if left > 0 and left <= 2 * length then
    if not redis.call('LPOS', KEYS[5], replica) then redis.call('RPUSH', KEYS[5], replica) end
    redis.call('PEXPIRE', KEYS[5], 10000)
    redis.call('PUBLISH', ARGV[10] .. holder, 'wanted ' .. ARGV[9])
    return { 'held', math.ceil(left) }
  end
  shown = tostring(renewed + length)
end
local token = redis.call('HINCRBY', KEYS[1], 'token', 1)
local own = token .. ':' .. mark .. ':' .. replica
redis.call('HSET', KEYS[1], 'lease', own, 'renewed', ARGV[3])
redis.call('LREM', KEYS[5], 0, replica)
renewExpiry(ARGV[11], KEYS[1], KEYS[2], KEYS[3], KEYS[4])
local caught = catchUp(KEYS[1], KEYS[2], KEYS[3], tonumber(ARGV[5]), ARGV[6], tonumber(ARGV[7]), ARGV[8])
return { 'taken', own, redis.call('LLEN', KEYS[5]), caught, shown }
`);

/**
 * Sends what the caller has missed, without the lease.
 * KEYS head, snapshot, log. ARGV position of the caller's copy, and generation, position and mark that it has seen.
 */
export const READ = scriptWhenFull(`
${CATCH_UP}
if redis.call('EXISTS', KEYS[1]) == 0 then return { 'none' } end
return { 'read', catchUp(KEYS[1], KEYS[2], KEYS[3], tonumber(ARGV[1]), ARGV[2], tonumber(ARGV[3]), ARGV[4]) }
`);

/** Every script that writes begins with it. KEYS head, ...; ARGV lease, position, ... */
const FENCE = `
local known = redis.call('HMGET', KEYS[1], 'lease', 'position')
if known[1] ~= ARGV[1] or known[2] ~= ARGV[2] then return 0 end
`;

/**
 * Appends changes, and renews the lease. 0: the caller has lost the lease, and nothing was written.
 * KEYS head, snapshot, log, journal. ARGV lease, position, time, mark, milliseconds until it expires, changes.
 */
export const APPEND = script(`
${RENEW_EXPIRY}
${FENCE}
local position, mark = tonumber(ARGV[2]), ARGV[4]
for at = 6, #ARGV do
  position = position + 1
  redis.call('XADD', KEYS[3], position .. '-0', 'm', mark, 'c', ARGV[at])
end
redis.call('HSET', KEYS[1], 'position', position, 'renewed', ARGV[3])
renewExpiry(ARGV[5], KEYS[1], KEYS[2], KEYS[3], KEYS[4])
return 1
`);

/**
 * Keeps the sandbox as it is at the position, and drops the changes before. The last one stays, for its mark.
 * KEYS head, snapshot, log. ARGV lease, position, state.
 */
export const KEEP = scriptWhenFull(`
if redis.call('HGET', KEYS[1], 'lease') ~= ARGV[1] then return 0 end
if tonumber(redis.call('HGET', KEYS[1], 'position')) < tonumber(ARGV[2]) then return 0 end
redis.call('HSET', KEYS[2], 'position', ARGV[2], 'state', ARGV[3])
redis.call('XTRIM', KEYS[3], 'MINID', ARGV[2] .. '-0')
return 1
`);

/**
 * Replaces the sandbox by another state of it, with an empty journal.
 * KEYS head, snapshot, log, journal. ARGV lease, position, time, mark, state, channel of the journal.
 */
export const REPLACE = script(`
${FENCE}
local position = tonumber(ARGV[2]) + 1
redis.call('XADD', KEYS[3], position .. '-0', 'm', ARGV[4], 'c', '{}')
redis.call('HSET', KEYS[1], 'position', position, 'renewed', ARGV[3])
redis.call('HSET', KEYS[2], 'position', position, 'state', ARGV[5])
redis.call('XTRIM', KEYS[3], 'MINID', position .. '-0')
redis.call('HINCRBY', KEYS[1], 'epoch', 1)
redis.call('DEL', KEYS[4])
redis.call('HDEL', KEYS[1], 'removed')
redis.call('PUBLISH', ARGV[6], 'replaced')
return 1
`);

/**
 * Makes a sandbox, whose first lease is the caller's. 0: there is one with this ID.
 * KEYS head, snapshot. ARGV lease, time, generation, state, milliseconds until it expires.
 */
export const CREATE = script(`
${RENEW_EXPIRY}
if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
redis.call('HSET', KEYS[2], 'position', 0, 'state', ARGV[4])
redis.call('HSET', KEYS[1], 'generation', ARGV[3], 'position', 0, 'epoch', 0, 'token', 1, 'lease', ARGV[1],
  'renewed', ARGV[2])
renewExpiry(ARGV[5], KEYS[1], KEYS[2])
return 1
`);

const DELETE = `
redis.call('DEL', unpack(KEYS))
redis.call('PUBLISH', ARGV[#ARGV], 'removed')
return 1
`;

/** Removes a sandbox. KEYS head, snapshot, log, journal, waiting. ARGV lease, position, channel of the journal. */
export const REMOVE = scriptWhenFull(FENCE + DELETE);

/** Removes a sandbox, whoever has the lease: writes of others find no head. KEYS as above. ARGV channel of the journal. */
export const DESTROY = scriptWhenFull(DELETE);

/**
 * Gives the lease up, and says so to the replica that has waited longest.
 * KEYS head, waiting. ARGV lease, sandbox ID, prefix of the channels of replicas, time.
 */
export const RELEASE = scriptWhenFull(`
if redis.call('HGET', KEYS[1], 'lease') ~= ARGV[1] then return 0 end
redis.call('HDEL', KEYS[1], 'renewed')
redis.call('HSET', KEYS[1], 'time', ARGV[4])
local next = redis.call('LPOP', KEYS[2])
if next then redis.call('PUBLISH', ARGV[3] .. next, 'released ' .. ARGV[2]) end
return 1
`);

/**
 * The time of the store, and watches Redis's clock: if it went on as it should since somebody looked, the time of the store
 * went on with it. If it was set, the time goes on as the caller knows it.
 * KEYS clock. ARGV the time that the caller expects, or nothing; the longest time between two looks, in milliseconds.
 */
export const WATCH_CLOCK = scriptWhenFull(`
local machine = redis.call('TIME')
local raw = machine[1] * 1000 + machine[2] / 1000
local known = redis.call('HMGET', KEYS[1], 'raw', 'time')
local expected, before, time = tonumber(ARGV[1]), tonumber(known[1] or nil), tonumber(known[2] or nil)
local gap = before and raw - before
if gap and gap >= 0 and gap < tonumber(ARGV[2]) then
  time = time + gap
elseif expected then
  time = expected
elseif gap then
  -- Nobody has looked for a while. Whoever runs will say so, so it is not noted.
  return string.format('%.3f', math.max(time, raw))
else
  time = raw
end
redis.call('HSET', KEYS[1], 'raw', string.format('%.3f', raw), 'time', string.format('%.3f', time))
return string.format('%.3f', time)
`);

/**
 * What happens in Redis at one moment. Each script touches the keys of one sandbox.
 *
 * The lease has a fencing token that only grows. A replica that was paused, and still believes that it has the lease, is
 * refused by the script itself: every script that writes compares the lease that was given last with the caller's.
 */

import { SCRIPT, SCRIPT_WHEN_FULL, type Script } from './connection/script.js';

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
  local state = redis.call('HMGET', snapshot, 'position', 'state')
  local base = tonumber(state[1])
  local text = false
  if from < base then
    from = base
    text = state[2]
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
 * Takes the lease, or asks its holder for it; sends what the caller has missed.
 * KEYS head, lease, snapshot, log, journal, waiting.
 * ARGV replica, mark, milliseconds of the lease, position of the caller's copy (-1: none), generation, position and mark
 * that the caller has seen, sandbox ID, prefix of the channels of replicas, milliseconds until an unused sandbox expires
 * (0: never).
 */
export const TAKE: Script = {
  name: 'take',
  source: `${SCRIPT_WHEN_FULL}
${CATCH_UP}
local replica, mark, ttl, expiry = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[10])
if redis.call('EXISTS', KEYS[1]) == 0 then return { 'none' } end
local lease = redis.call('GET', KEYS[2])
local holder = lease and string.match(lease, '^%d+:%w+:(.*)$')
if holder and holder ~= replica then
  if not redis.call('LPOS', KEYS[6], replica) then redis.call('RPUSH', KEYS[6], replica) end
  redis.call('PEXPIRE', KEYS[6], 10000)
  redis.call('PUBLISH', ARGV[9] .. holder, 'wanted ' .. ARGV[8])
  return { 'held', redis.call('PTTL', KEYS[2]) }
end
local token = redis.call('HINCRBY', KEYS[1], 'token', 1)
local own = token .. ':' .. mark .. ':' .. replica
redis.call('HSET', KEYS[1], 'lease', own)
redis.call('SET', KEYS[2], own, 'PX', ttl)
redis.call('LREM', KEYS[6], 0, replica)
if expiry > 0 then
  for _, key in ipairs({ KEYS[1], KEYS[3], KEYS[4], KEYS[5] }) do redis.call('PEXPIRE', key, expiry) end
end
local caught = catchUp(KEYS[1], KEYS[3], KEYS[4], tonumber(ARGV[4]), ARGV[5], tonumber(ARGV[6]), ARGV[7])
return { 'taken', own, redis.call('LLEN', KEYS[6]), caught }
`,
};

/**
 * Sends what the caller has missed, without the lease.
 * KEYS head, snapshot, log. ARGV position of the caller's copy, and generation, position and mark that it has seen.
 */
export const READ: Script = {
  name: 'read',
  source: `${SCRIPT_WHEN_FULL}
${CATCH_UP}
if redis.call('EXISTS', KEYS[1]) == 0 then return { 'none' } end
return { 'read', catchUp(KEYS[1], KEYS[2], KEYS[3], tonumber(ARGV[1]), ARGV[2], tonumber(ARGV[3]), ARGV[4]) }
`,
};

/** Every script that writes begins with it. KEYS head, lease, ...; ARGV lease, position, ... */
const FENCE = `
local known = redis.call('HMGET', KEYS[1], 'lease', 'position')
if known[1] ~= ARGV[1] or known[2] ~= ARGV[2] then return 0 end
`;

/**
 * Appends changes, and renews the lease. 0: the caller has lost the lease, and nothing was written.
 * KEYS head, lease, snapshot, log, journal. ARGV lease, position, milliseconds of the lease, mark, milliseconds until an
 * unused sandbox expires, changes.
 */
export const APPEND: Script = {
  name: 'append',
  source: `${SCRIPT}
${FENCE}
local position, mark, expiry = tonumber(ARGV[2]), ARGV[4], tonumber(ARGV[5])
for at = 6, #ARGV do
  position = position + 1
  redis.call('XADD', KEYS[4], position .. '-0', 'm', mark, 'c', ARGV[at])
end
redis.call('HSET', KEYS[1], 'position', position)
redis.call('SET', KEYS[2], ARGV[1], 'PX', ARGV[3])
if expiry > 0 then
  for _, key in ipairs({ KEYS[1], KEYS[3], KEYS[4], KEYS[5] }) do redis.call('PEXPIRE', key, expiry) end
end
return 1
`,
};

/**
 * Keeps the sandbox as it is at the position, and drops the changes before. The last one stays, for its mark.
 * KEYS head, snapshot, log. ARGV lease, position, state.
 */
export const KEEP: Script = {
  name: 'keep',
  source: `${SCRIPT_WHEN_FULL}
if redis.call('HGET', KEYS[1], 'lease') ~= ARGV[1] then return 0 end
if tonumber(redis.call('HGET', KEYS[1], 'position')) < tonumber(ARGV[2]) then return 0 end
redis.call('HSET', KEYS[2], 'position', ARGV[2], 'state', ARGV[3])
redis.call('XTRIM', KEYS[3], 'MINID', ARGV[2] .. '-0')
return 1
`,
};

/**
 * Replaces the sandbox by another state of it, with an empty journal.
 * KEYS head, lease, snapshot, log, journal. ARGV lease, position, milliseconds of the lease, mark, state, channel of the
 * journal.
 */
export const REPLACE: Script = {
  name: 'replace',
  source: `${SCRIPT}
${FENCE}
local position = tonumber(ARGV[2]) + 1
redis.call('XADD', KEYS[4], position .. '-0', 'm', ARGV[4], 'c', '{}')
redis.call('HSET', KEYS[1], 'position', position)
redis.call('HSET', KEYS[3], 'position', position, 'state', ARGV[5])
redis.call('XTRIM', KEYS[4], 'MINID', position .. '-0')
redis.call('HINCRBY', KEYS[1], 'epoch', 1)
redis.call('DEL', KEYS[5])
redis.call('HDEL', KEYS[1], 'bytes', 'removed')
redis.call('SET', KEYS[2], ARGV[1], 'PX', ARGV[3])
redis.call('PUBLISH', ARGV[6], 'replaced')
return 1
`,
};

/**
 * Makes a sandbox, whose first lease is the caller's. 0: there is one with this ID.
 * KEYS head, lease, snapshot. ARGV lease, milliseconds of the lease, generation, state, milliseconds until an unused
 * sandbox expires.
 */
export const CREATE: Script = {
  name: 'create',
  source: `${SCRIPT}
if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
redis.call('HSET', KEYS[3], 'position', 0, 'state', ARGV[4])
redis.call('HSET', KEYS[1], 'generation', ARGV[3], 'position', 0, 'epoch', 0, 'token', 1, 'lease', ARGV[1])
redis.call('SET', KEYS[2], ARGV[1], 'PX', ARGV[2])
local expiry = tonumber(ARGV[5])
if expiry > 0 then
  for _, key in ipairs({ KEYS[1], KEYS[3] }) do redis.call('PEXPIRE', key, expiry) end
end
return 1
`,
};

/** Removes a sandbox. KEYS head, lease, snapshot, log, journal, waiting. ARGV lease, position, channel of the journal. */
export const REMOVE: Script = {
  name: 'remove',
  source: `${SCRIPT_WHEN_FULL}
${FENCE}
redis.call('DEL', unpack(KEYS))
redis.call('PUBLISH', ARGV[3], 'removed')
return 1
`,
};

/**
 * Gives the lease up, and says so to the replica that has waited longest.
 * KEYS lease, waiting. ARGV lease, sandbox ID, prefix of the channels of replicas.
 */
export const RELEASE: Script = {
  name: 'release',
  source: `${SCRIPT_WHEN_FULL}
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('DEL', KEYS[1])
local next = redis.call('LPOP', KEYS[2])
if next then redis.call('PUBLISH', ARGV[3] .. next, 'released ' .. ARGV[2]) end
return 1
`,
};

/** Whether changes are accepted: refused where {@link TAKE} is. KEYS one of the node that is asked. */
export const PROBE: Script = {
  name: 'probe',
  source: `${SCRIPT_WHEN_FULL}
return 1
`,
};

/** The time of the node, as seconds and microseconds. KEYS one of the node that is asked. */
export const TIME: Script = {
  name: 'time',
  source: `${SCRIPT_WHEN_FULL}
return redis.call('TIME')
`,
};

export const SANDBOX_SCRIPTS: readonly Script[] = [
  PROBE,
  TIME,
  TAKE,
  READ,
  APPEND,
  KEEP,
  REPLACE,
  CREATE,
  REMOVE,
  RELEASE,
];

/** What happens at one moment in the journal of a sandbox: a stream of exchanges, whose bytes are counted in the head. */

import { SCRIPT, SCRIPT_WHEN_FULL, type Script } from '../connection/script.js';

/** Removes the oldest exchange of a journal, and counts its bytes. */
const REMOVE_OLDEST = `
local function removeOldest(journal, bytes)
  local oldest = redis.call('XRANGE', journal, '-', '+', 'COUNT', 1)[1]
  if not oldest then return 0, nil end
  redis.call('XDEL', journal, oldest[1])
  return bytes - #oldest[2][4], oldest[2][2]
end
`;

/**
 * Adds an exchange to the journal, or replaces an entry of it; tells those that follow. The oldest exchanges make room.
 * Nothing if the journal was emptied meanwhile.
 * KEYS head, journal. ARGV epoch, entry to replace or nothing, size of the journal, milliseconds until an unused sandbox
 * expires, channel, exchange, its number, most bytes of the journal (0: no limit).
 */
export const RECORD: Script = {
  name: 'record',
  source: `${SCRIPT}
${REMOVE_OLDEST}
local known = redis.call('HMGET', KEYS[1], 'epoch', 'bytes')
if known[1] ~= ARGV[1] then return false end
local bytes = tonumber(known[2] or 0)
if ARGV[2] ~= '' then
  local replaced = redis.call('XRANGE', KEYS[2], ARGV[2], ARGV[2])[1]
  if not replaced then return false end
  redis.call('XDEL', KEYS[2], ARGV[2])
  bytes = bytes - #replaced[2][4]
end
local entry = redis.call('XADD', KEYS[2], '*', 'n', ARGV[7], 'x', ARGV[6])
bytes = bytes + #ARGV[6]
local size, most = tonumber(ARGV[3]), tonumber(ARGV[8])
while redis.call('XLEN', KEYS[2]) > size do bytes = removeOldest(KEYS[2], bytes) end
while most > 0 and bytes > most and redis.call('XLEN', KEYS[2]) > 1 do
  local number
  bytes, number = removeOldest(KEYS[2], bytes)
  redis.call('HSET', KEYS[1], 'removed', number)
end
redis.call('HSET', KEYS[1], 'bytes', bytes)
local expiry = tonumber(ARGV[4])
if expiry > 0 then redis.call('PEXPIRE', KEYS[2], expiry) end
redis.call('PUBLISH', ARGV[5], 'recorded')
return entry
`,
};

/**
 * Removes exchanges of a journal for others: those before an entry, until so many bytes are free. Sends the bytes that
 * the journal has then, and its oldest entry.
 * KEYS head, journal. ARGV entry, bytes.
 */
export const MAKE_ROOM: Script = {
  name: 'make room',
  source: `${SCRIPT_WHEN_FULL}
${REMOVE_OLDEST}
if redis.call('EXISTS', KEYS[1]) == 0 then return { 0, false } end
local before = tonumber(redis.call('HGET', KEYS[1], 'bytes') or 0)
local bytes, upTo, free = before, tonumber(ARGV[1]), tonumber(ARGV[2])
local oldest
while true do
  oldest = redis.call('XRANGE', KEYS[2], '-', '+', 'COUNT', 1)[1]
  if not oldest then break end
  oldest = oldest[1]
  if before - bytes >= free or tonumber(string.match(oldest, '^%d+')) > upTo then break end
  local number
  bytes, number = removeOldest(KEYS[2], bytes)
  redis.call('HSET', KEYS[1], 'removed', number)
end
redis.call('HSET', KEYS[1], 'bytes', bytes)
return { bytes, oldest or false }
`,
};

/** Empties a journal. KEYS head, journal. */
export const CLEAR: Script = {
  name: 'clear',
  source: `${SCRIPT_WHEN_FULL}
redis.call('DEL', KEYS[2])
redis.call('HDEL', KEYS[1], 'bytes', 'removed')
return 1
`,
};

export const JOURNAL_SCRIPTS: readonly Script[] = [RECORD, MAKE_ROOM, CLEAR];

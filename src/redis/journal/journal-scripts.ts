/** What happens at one moment in the journal of a sandbox: a stream of exchanges. Its bytes are those that Redis uses. */

import { script, scriptWhenFull } from '../connection/script.js';

/** Removes the oldest exchange of a journal because of its bytes. Returns how many it had, at least. */
const REMOVE_OLDEST = `
local function removeOldest(head, journal)
  local oldest = redis.call('XRANGE', journal, '-', '+', 'COUNT', 1)[1]
  redis.call('XDEL', journal, oldest[1])
  redis.call('HSET', head, 'removed', oldest[2][2])
  return #oldest[2][4]
end
`;

/**
 * Adds an exchange to the journal, or replaces an entry of it; tells those that follow. The oldest exchanges make room.
 * Nothing if the journal was emptied meanwhile.
 * KEYS head, journal. ARGV epoch, entry to replace or nothing, size of the journal, milliseconds until an unused sandbox
 * expires, channel, exchange, its number, most bytes of the journal (0: no limit).
 */
export const RECORD = script(`
${REMOVE_OLDEST}
if redis.call('HGET', KEYS[1], 'epoch') ~= ARGV[1] then return false end
if ARGV[2] ~= '' and redis.call('XDEL', KEYS[2], ARGV[2]) == 0 then return false end
local entry = redis.call('XADD', KEYS[2], 'MAXLEN', ARGV[3], '*', 'n', ARGV[7], 'x', ARGV[6])
local most = tonumber(ARGV[8])
while most > 0 and redis.call('XLEN', KEYS[2]) > 1 and redis.call('MEMORY', 'USAGE', KEYS[2]) > most do
  removeOldest(KEYS[1], KEYS[2])
end
if tonumber(ARGV[4]) > 0 then redis.call('PEXPIRE', KEYS[2], ARGV[4]) end
redis.call('PUBLISH', ARGV[5], 'recorded')
return entry
`);

/**
 * Removes exchanges of a journal for others: those before an entry, until so many bytes are free. Sends the bytes that
 * the journal has then, and its oldest entry.
 * KEYS head, journal. ARGV entry, bytes.
 */
export const MAKE_ROOM = scriptWhenFull(`
${REMOVE_OLDEST}
local upTo, free = tonumber(ARGV[1]), tonumber(ARGV[2])
local oldest
while true do
  oldest = redis.call('XRANGE', KEYS[2], '-', '+', 'COUNT', 1)[1]
  if not oldest or free <= 0 or tonumber(string.match(oldest[1], '^%d+')) > upTo then break end
  free = free - removeOldest(KEYS[1], KEYS[2])
end
return { oldest and redis.call('MEMORY', 'USAGE', KEYS[2]) or 0, oldest and oldest[1] or false }
`);

/** Empties a journal. KEYS head, journal. */
export const CLEAR = scriptWhenFull(`
redis.call('DEL', KEYS[2])
redis.call('HDEL', KEYS[1], 'removed')
return 1
`);

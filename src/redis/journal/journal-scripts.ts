/**
 * What happens at one moment in the journal of a sandbox: a stream with an entry for each exchange, whose ID begins with the
 * number of the exchange, and one for the end of each response: `<number> <duration>`. Entries of ends have the ID of the
 * newest exchange, with another second part. Its bytes are those that Redis uses.
 */

import { script, scriptWhenFull } from '../connection/script.js';

/** Removes the oldest entry of a journal because of its bytes. Returns how many it had, at least. */
const REMOVE_OLDEST = `
local function removeOldest(head, journal)
  local id, fields = unpack(redis.call('XRANGE', journal, '-', '+', 'COUNT', 1)[1])
  redis.call('XDEL', journal, id)
  redis.call('HSET', head, 'removed', (string.match(id, '^%d+')))
  return #fields[4]
end
`;

/**
 * Adds exchanges, and tells those that follow the journal. The oldest ones make room.
 * Uses the variables of scripts that write. ARGV from `at`: number of exchanges that are kept, most bytes of the journal (0: no
 * limit), then number and text of each exchange.
 */
export const RECORD = `
${REMOVE_OLDEST}
if #ARGV > at + 1 then
  local size, most = tonumber(ARGV[at]), tonumber(ARGV[at + 1])
  for exchange = at + 2, #ARGV, 2 do
    -- It must not keep changes from being written if the journal has it.
    redis.pcall('XADD', journal, ARGV[exchange] .. '-0', 't', now, 'x', ARGV[exchange + 1])
  end
  redis.call('XTRIM', journal, 'MINID', math.max(0, tonumber(ARGV[#ARGV - 1]) - size + 1))
  while most > 0 and redis.call('XLEN', journal) > 1 and redis.call('MEMORY', 'USAGE', journal) > most do
    removeOldest(head, journal)
  end
  -- A new journal expires with the sandbox.
  local left = redis.call('PTTL', head)
  if left > 0 then redis.call('PEXPIRE', journal, left) end
  redis.call('PUBLISH', channel, 'recorded')
end
`;

/**
 * Adds the ends of exchanges that the journal has. None if it was emptied meanwhile.
 * KEYS head, journal. ARGV epoch, time, channel, then ends.
 */
export const END = script(`
local newest = redis.call('XREVRANGE', KEYS[2], '+', '-', 'COUNT', 1)[1]
if not newest or redis.call('HGET', KEYS[1], 'epoch') ~= ARGV[1] then return 0 end
local id = string.match(newest[1], '^%d+') .. '-*'
for at = 4, #ARGV do
  local exchange = string.match(ARGV[at], '^%d+') .. '-0'
  if redis.call('XRANGE', KEYS[2], exchange, exchange)[1] then
    redis.call('XADD', KEYS[2], id, 't', ARGV[2], 'x', ARGV[at])
  end
end
redis.call('PUBLISH', ARGV[3], 'recorded')
return 1
`);

/** Removes exchanges up to a number, and tells those that follow the journal. KEYS head, journal. ARGV number, channel. */
export const CLEAR = scriptWhenFull(`
redis.call('XTRIM', KEYS[2], 'MINID', tonumber(ARGV[1]) + 1)
redis.call('HDEL', KEYS[1], 'removed')
redis.call('PUBLISH', ARGV[2], 'cleared')
return 1
`);

/**
 * Removes entries of a journal for others: those before a time, until so many bytes are free. Sends the bytes that the
 * journal has then, and the time of its oldest entry.
 * KEYS head, journal. ARGV time, bytes.
 */
export const MAKE_ROOM = scriptWhenFull(`
${REMOVE_OLDEST}
local upTo, free = tonumber(ARGV[1]), tonumber(ARGV[2])
local oldest
while true do
  oldest = redis.call('XRANGE', KEYS[2], '-', '+', 'COUNT', 1)[1]
  if not oldest or free <= 0 or tonumber(oldest[2][2]) > upTo then break end
  free = free - removeOldest(KEYS[1], KEYS[2])
end
return { oldest and redis.call('MEMORY', 'USAGE', KEYS[2]) or 0, oldest and oldest[2][2] or '0' }
`);

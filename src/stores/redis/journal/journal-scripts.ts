/**
 * What happens at one moment in the journal of a sandbox: a stream with an entry for each exchange, whose ID begins
 * with the number of the exchange, and one for the ends of responses, each `<number> <duration>` on a line. Entries of
 * ends have the ID of the newest exchange, with another second part. Its bytes are those that Redis uses.
 */

import { script, scriptWhenFull } from '../script.js';
import { OF_SANDBOX } from '../keys.js';

/** Removes the oldest entry because of the bytes of the journal. Returns how many it had, at least. */
const REMOVE_OLDEST = `
local function removeOldest()
  local oldest, fields = unpack(redis.call('XRANGE', journal, '-', '+', 'COUNT', 1)[1])
  redis.call('XDEL', journal, oldest)
  redis.call('HSET', head, 'removed', (string.match(oldest, '^%d+')))
  return #fields[4]
end
`;

/**
 * Adds exchanges, and tells those that follow the journal. The oldest ones make room.
 * ARGV from `at`: number of exchanges that are kept, most bytes of the journal (0: no limit), then number and text of
 * each exchange.
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
    removeOldest()
  end
  tell('recorded')
end
`;

/** Adds the ends of exchanges. None if the journal was emptied meanwhile. ARGV epoch, ends. */
export const END = script(`
${OF_SANDBOX}
local newest = redis.call('XREVRANGE', journal, '+', '-', 'COUNT', 1)[1]
if not newest or redis.call('HGET', head, 'epoch') ~= ARGV[4] then return end
redis.call('XADD', journal, string.match(newest[1], '^%d+') .. '-*', 't', now, 'x', ARGV[5])
tell('recorded')
`);

/** Removes exchanges up to a number, and tells those that follow the journal. ARGV number. */
export const CLEAR = scriptWhenFull(`
${OF_SANDBOX}
redis.call('XTRIM', journal, 'MINID', tonumber(ARGV[4]) + 1)
redis.call('HDEL', head, 'removed')
tell('cleared')
`);

/**
 * Removes entries of a journal for others: those before a time, until enough bytes are free. Sends the bytes that the
 * journal has then, and the time of its oldest entry. ARGV time, bytes to free.
 */
export const MAKE_ROOM = scriptWhenFull(`
${OF_SANDBOX}
${REMOVE_OLDEST}
local upTo, free = tonumber(ARGV[4]), tonumber(ARGV[5])
local oldest
while true do
  oldest = redis.call('XRANGE', journal, '-', '+', 'COUNT', 1)[1]
  if not oldest or free <= 0 or tonumber(oldest[2][2]) > upTo then break end
  free = free - removeOldest()
end
return { oldest and redis.call('MEMORY', 'USAGE', journal) or 0, oldest and oldest[2][2] or '0' }
`);

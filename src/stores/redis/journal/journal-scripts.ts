/**
 * What happens at one moment in the journal of a sandbox: a stream with an entry for each exchange, whose ID begins
 * with the number of the exchange, and one for the ends of responses, each `<number> <duration>` on a line. Entries of
 * ends have the ID of the newest exchange, with another second part.
 */

import { script, scriptWhenFull } from '../script.js';
import { OF_SANDBOX } from '../keys.js';

/**
 * Adds exchanges, and tells those that follow the journal. The oldest ones make room.
 * ARGV from `at`: number of exchanges that are kept, then number and text of each exchange.
 */
export const RECORD = `
if #ARGV > at then
  for exchange = at + 1, #ARGV, 2 do
    -- It must not keep changes from being written if the journal has it.
    redis.pcall('XADD', journal, ARGV[exchange] .. '-0', 'x', ARGV[exchange + 1])
  end
  redis.call('XTRIM', journal, 'MINID', math.max(0, tonumber(ARGV[#ARGV - 1]) - tonumber(ARGV[at]) + 1))
  tell('recorded')
end
`;

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

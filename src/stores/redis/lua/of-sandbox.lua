-- The beginning of the scripts for one sandbox. It names the keys, in the order of `keysOf` in keys.ts, and defines:
--
-- - `id`: the ID of the sandbox;
-- - `expiry`: the milliseconds until the sandbox expires; 0 leaves the expiry unchanged;
-- - `now`: milliseconds since 1970, by the clock of Redis, which all replicas share;
-- - `tell`: a function that notifies followers of the journal.
--
-- The arguments of the script itself begin at ARGV[3].
local head, snapshot, log, journal, waiting = unpack(KEYS)
local id, expiry = ARGV[1], tonumber(ARGV[2])
local machine = redis.call('TIME')
local now = machine[1] * 1000 + math.floor(machine[2] / 1000)
local function tell(word) redis.call('PUBLISH', '${JOURNAL_CHANNEL}' .. id, word) end

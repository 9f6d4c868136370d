-- The arguments of every script that writes: the caller's lease, and the position after which it writes.
-- include of-sandbox
local lease, position = ARGV[3], tonumber(ARGV[4])

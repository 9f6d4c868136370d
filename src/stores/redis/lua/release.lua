#!lua flags=allow-oom
-- Gives the lease up, and notifies the replica that has waited longest. For a moment, the lease is reserved for that
-- replica. Otherwise the caller could take it again at once, and would always be faster, because it needs no message.
-- The reservation is a lease that counts as renewed some time ago, so that it ends after the moment.
-- ARGV: the caller's lease; how many milliseconds ago the reservation counts as renewed.
-- include of-sandbox
local lease, ahead = ARGV[3], tonumber(ARGV[4])
if redis.call('HGET', head, 'lease') ~= lease then return end
local next = redis.call('LPOP', waiting)
if not next then return redis.call('HDEL', head, 'renewed') end
redis.call('HSET', head, 'lease', '0:reserved:' .. next, 'renewed', now - ahead)
redis.call('PUBLISH', '${REPLICA_CHANNEL}' .. next, 'released ' .. id)

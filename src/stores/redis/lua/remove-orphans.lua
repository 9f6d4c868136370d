#!lua flags=allow-oom
-- Removes client IDs of sandboxes that are not in the index.
-- KEYS[1]: the index, a sorted set of the IDs of sandboxes; KEYS[2]: the hash of sandbox IDs by client ID.
-- `HGETALL` replies with one flat list, in which each client ID is followed by the ID of its sandbox.
local all = redis.call('HGETALL', KEYS[2])
for at = 1, #all, 2 do
  if not redis.call('ZSCORE', KEYS[1], all[at + 1]) then redis.call('HDEL', KEYS[2], all[at]) end
end

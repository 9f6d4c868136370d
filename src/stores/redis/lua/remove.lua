#!lua flags=allow-oom
-- Removes a sandbox, and its client ID. ARGV: client ID.
-- include fence
-- include delete
if redis.call('HGET', '${CLIENT_IDS}', ARGV[5]) == id then redis.call('HDEL', '${CLIENT_IDS}', ARGV[5]) end

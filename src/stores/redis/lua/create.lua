#!lua
-- Creates a sandbox with a client ID, and with a lease for the caller. ARGV: state, generation, client ID.
-- Creates nothing and returns 0 if the ID is in use. Creates nothing and returns the ID of the other sandbox if the
-- client ID is in use.
-- include write
local client = ARGV[7]
if redis.call('EXISTS', head, snapshot) == 2 then return 0 end
redis.call('HSETNX', '${CLIENT_IDS}', client, id)
local owner = redis.call('HGET', '${CLIENT_IDS}', client)
if owner ~= id then return owner end

redis.call('DEL', unpack(KEYS))
redis.call('HSET', snapshot, 'position', position, 'state', ARGV[5])
redis.call('HSET', head, 'generation', ARGV[6], 'position', position, 'epoch', 0, 'token', 1, 'lease', lease,
  'renewed', now)
redis.call('ZADD', '${SANDBOX_INDEX}', 'NX', now, id)
-- include renew
return id

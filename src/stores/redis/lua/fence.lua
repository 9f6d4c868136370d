-- If the caller has lost the lease, this part ends the script before it writes; the script returns 0.
-- include write
local known = redis.call('HMGET', head, 'lease', 'position')
if known[1] ~= lease or tonumber(known[2]) ~= position then return 0 end

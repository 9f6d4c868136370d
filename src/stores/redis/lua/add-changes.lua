-- Appends changes, and renews the lease. If a state is given, it replaces the changes.
-- ARGV[5]: the state after the changes, or empty; ARGV[6]: the number of changes, followed by the changes.
-- include fence
local at = 7 + tonumber(ARGV[6])
for change = 7, at - 1 do
  position = position + 1
  redis.call('XADD', log, position .. '-0', 'c', ARGV[change])
end
redis.call('HSET', head, 'position', position, 'renewed', now)
if ARGV[5] ~= '' then
  redis.call('HSET', snapshot, 'position', position, 'state', ARGV[5])
  redis.call('XTRIM', log, 'MINID', (position + 1) .. '-0')
end

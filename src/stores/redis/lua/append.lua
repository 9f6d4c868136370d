#!lua
-- Appends changes, and the exchanges that made them to the journal. The oldest exchanges are removed.
-- ARGV after the changes, from `at` on: number of exchanges to keep, then number and text of each exchange.
-- Returns 1; or 2 if a new snapshot is worth its cost, because the changes since the last one take more space than that
-- snapshot and more than 64 KiB.
-- include add-changes
if #ARGV > at then
  for argument = at + 1, #ARGV, 2 do
    -- An exchange that the journal has already must not keep the changes from being written.
    redis.pcall('XADD', journal, ARGV[argument] .. '-0', 'x', ARGV[argument + 1])
  end
  local kept = tonumber(ARGV[at])
  local last = tonumber(ARGV[#ARGV - 1])
  redis.call('XTRIM', journal, 'MINID', math.max(0, last - kept + 1))
  tell('recorded')
end
-- include renew
local room = math.max(65536, redis.call('MEMORY', 'USAGE', snapshot))
return redis.call('MEMORY', 'USAGE', log) > room and 2 or 1

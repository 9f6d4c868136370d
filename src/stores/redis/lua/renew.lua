-- Renews the expiry of a sandbox. Because that costs as much as a change, it waits until a tenth of the time, at most
-- a minute, has passed. A new journal has no expiry yet, so it gets one at once. The list `waiting`, the fifth key, has
-- an expiry of its own.
local left = expiry > 0 and redis.call('PTTL', journal)
if left and (left < expiry - math.min(60000, expiry / 10) or left > expiry) then
  for at = 1, 4 do redis.call('PEXPIRE', KEYS[at], expiry) end
end

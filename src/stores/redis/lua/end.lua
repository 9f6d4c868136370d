#!lua
-- Adds the ends of exchanges. Does nothing if the journal was emptied meanwhile. ARGV: epoch, ends.
-- include of-sandbox
local newest = redis.call('XREVRANGE', journal, '+', '-', 'COUNT', 1)[1]
if not newest or redis.call('HGET', head, 'epoch') ~= ARGV[3] then return end
redis.call('XADD', journal, string.match(newest[1], '^%d+') .. '-*', 'x', ARGV[4])
tell('recorded')

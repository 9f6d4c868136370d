#!lua
-- Replaces the state of the sandbox, and empties its journal.
-- include add-changes
-- include renew
redis.call('HINCRBY', head, 'epoch', 1)
redis.call('DEL', journal)
tell('replaced')

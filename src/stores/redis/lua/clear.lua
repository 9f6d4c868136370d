#!lua flags=allow-oom
-- Removes exchanges up to a number, and notifies followers of the journal. ARGV: number.
-- include of-sandbox
redis.call('XTRIM', journal, 'MINID', tonumber(ARGV[3]) + 1)
tell('cleared')

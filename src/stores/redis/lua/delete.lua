-- Removes the keys of a sandbox and its entry in the index.
redis.call('DEL', unpack(KEYS))
redis.call('ZREM', '${SANDBOX_INDEX}', id)
tell('removed')

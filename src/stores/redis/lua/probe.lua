#!lua
-- Succeeds only if Redis accepts changes, because the script lacks the flag `no-writes`: see script.ts.
return 1

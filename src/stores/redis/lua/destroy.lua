#!lua flags=allow-oom
-- Removes a sandbox regardless of its lease: later writes find no head, and fail. The client ID stays in the index.
-- include of-sandbox
-- include delete

/**
 * The names of keys and channels in Redis.
 *
 * The script that makes a sandbox adds it and its client ID to the index, and the one that removes it removes them
 * (`CREATE` and `REMOVE` in `scripts.ts`). A sandbox that is not used expires: every script that uses it renews the
 * expiry of all its keys. `Directory.all`, which each replica calls every minute, removes the entries of those that
 * have expired.
 */

const PREFIX = 'id-emulator';

/** The private key that signs access tokens, PEM. */
export const SIGNING_KEY = `${PREFIX}:signing-key`;
/** When the store was made, in milliseconds since 1970. */
export const MADE_AT = `${PREFIX}:made`;
/** How many replicas have started. */
export const REPLICA_COUNT = `${PREFIX}:replicas`;
/** IDs of all sandboxes by the order in which they were opened; some may have expired. */
export const SANDBOX_INDEX = `${PREFIX}:{index}:sandboxes`;
/** Hash: the IDs of sandboxes by their client IDs. */
export const CLIENT_IDS = `${PREFIX}:{index}:clients`;
/** How many sandboxes were opened. */
export const OPENED_COUNT = `${PREFIX}:opened`;
/** How the channel of one replica begins; its name follows. */
export const REPLICA_CHANNEL = `${PREFIX}:replica:`;
/** How the channel of followers of a journal begins; the sandbox's ID follows. */
export const JOURNAL_CHANNEL = `${PREFIX}:journal:`;

/**
 * The keys of a sandbox, in the order that its scripts expect:
 *
 * - `head`, a hash: `generation`, `position`, `token`, and for the journal `epoch`. Its `lease` is the last one,
 *   `<token>:<mark>:<replica>`; `renewed` is when that was used last, absent if it was given up.
 * - `snapshot`, a hash: the sandbox as it was at a `position`.
 * - `log`, a stream of changes; the ID of an entry is its position.
 * - `journal`, a stream of the last exchanges.
 * - `waiting`, a list of the replicas that wait for the lease.
 */
export function keysOf(sandboxId: string): string[] {
  const own = `${PREFIX}:{${encodeURIComponent(sandboxId)}}`;
  return ['head', 'snapshot', 'log', 'journal', 'waiting'].map((kind) => `${own}:${kind}`);
}

/**
 * What the scripts of one sandbox begin with: its keys and its ID, the milliseconds until it expires (0 leaves its
 * expiry unchanged), the time, and how they tell those that follow its journal. Their own arguments are from ARGV[3]
 * on.
 */
export const OF_SANDBOX = `
local head, snapshot, log, journal, waiting = unpack(KEYS)
local id, expiry = ARGV[1], tonumber(ARGV[2])
local machine = redis.call('TIME')
local now = machine[1] * 1000 + math.floor(machine[2] / 1000)
local function tell(word) redis.call('PUBLISH', '${JOURNAL_CHANNEL}' .. id, word) end
`;

/**
 * The names of keys and channels in Redis.
 *
 * `lua/create.lua` adds a sandbox and its client ID to the index, and `lua/remove.lua` removes both. An unused sandbox
 * expires; every script that uses a sandbox renews the expiry of all its keys. `allSandboxes`, which each replica
 * calls every minute, removes the entries of expired sandboxes.
 */

/** The beginning of every name, so that other programs may use the same Redis. */
const PREFIX = 'id-emulator';

/** The private key that signs access tokens, PEM. */
export const SIGNING_KEY = `${PREFIX}:signing-key`;
/** When the store was made, in milliseconds since 1970. */
export const MADE_AT = `${PREFIX}:made`;
/** How many replicas have started. */
export const REPLICA_COUNT = `${PREFIX}:replicas`;
/**
 * The IDs of all sandboxes in the order of opening. Some sandboxes may have expired. The braces keep keys together in a
 * Redis cluster.
 */
export const SANDBOX_INDEX = `${PREFIX}:{index}:sandboxes`;
/** Hash: the IDs of sandboxes by their client IDs. */
export const CLIENT_IDS = `${PREFIX}:{index}:clients`;
/** How many sandboxes were opened. */
export const OPENED_COUNT = `${PREFIX}:opened`;
/** The beginning of the name of a replica's channel; the replica's name follows. */
export const REPLICA_CHANNEL = `${PREFIX}:replica:`;
/** The beginning of the name of the channel for followers of a journal; the sandbox's ID follows. */
export const JOURNAL_CHANNEL = `${PREFIX}:journal:`;

/**
 * The keys of a sandbox, in the order that its scripts expect:
 *
 * - `head`, a hash with these fields:
 *   - `generation`: a random text, new for each sandbox that is created with this ID.
 *   - `position`: the number of changes so far.
 *   - `epoch`: how often the sandbox was replaced, and its journal emptied.
 *   - `token`: the number of leases so far.
 *   - `lease`: the last lease, as `<token>:<mark>:<replica>`. The mark is a random text, new for each lease.
 *   - `renewed`: when the lease was last renewed, in milliseconds since 1970. It is absent if no replica has the lease
 *     and the lease is reserved for none.
 * - `snapshot`, a hash: the state of the sandbox at a `position`.
 * - `log`, a stream of changes; the ID of an entry is its position.
 * - `journal`, a stream of the last exchanges.
 * - `waiting`, a list of the replicas that wait for the lease.
 */
export function keysOf(sandboxId: string): string[] {
  const prefix = `${PREFIX}:{${encodeURIComponent(sandboxId)}}`;
  return ['head', 'snapshot', 'log', 'journal', 'waiting'].map((kind) => `${prefix}:${kind}`);
}

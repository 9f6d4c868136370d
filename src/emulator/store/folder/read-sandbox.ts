import type { Sandbox } from '../../domain/sandbox/sandbox.js';
import type { KeeperParts } from '../keeper.js';
import type { Database } from './database.js';
import type { FixtureRows } from './fixture-rows.js';
import { KEYS, type StoredHead, type StoredSnapshot } from './rows.js';
import { SandboxLog } from './sandbox-log.js';

/** What a sandbox is read with. */
interface Source {
  readonly database: Database;
  readonly fixtures: FixtureRows;
  readonly form: KeeperParts['form'];
}

/**
 * Reads a sandbox from the folder: its snapshot, and the changes since then.
 * @throws Error if rows are missing or damaged
 */
export function readSandbox(
  head: StoredHead,
  { database, fixtures, form }: Source,
): { readonly sandbox: Sandbox; readonly log: SandboxLog } {
  const text = database.get(KEYS.snapshot(head.number));
  if (text === undefined) throw new Error('it has no snapshot');
  const { from, sandbox: stored } = JSON.parse(text) as StoredSnapshot;
  const sandbox = form.read(stored, (sha256) => fixtures.read(sha256));
  const log = new SandboxLog(head, { from, snapshotLength: text.length });
  for (const change of log.read(database)) sandbox.apply(change);
  return { sandbox, log };
}

/** Clients of both planes that write to one sandbox at the same time, and what has to be there of it afterwards. */

import { expect } from 'vitest';
import type { ReadyLine } from '../../cli/id-emulator.js';

/** Where a replica is. */
export type Address = Pick<ReadyLine, 'url' | 'apiUrl'>;

/** A request and its response; without a status if there was no response. */
export interface Sent {
  /** The party that was added, or the number of the exchange. */
  readonly wrote: string | number;
  readonly replica: number;
  readonly status: number | undefined;
  readonly retryAfter: string | null;
  readonly reason: string;
  /** The header `Emulator-Change`. */
  readonly change: string | null;
}

export interface WritersOptions {
  /** How many write at the same time, on each plane. */
  readonly writers: number;
  /** How many requests they send, on both planes together. */
  readonly requests: number;
  /** Called before each request with the number of those before it. */
  readonly onRequest?: (number: number) => void;
}

/** Writes to the default sandbox, by turns at each replica. */
export async function write(
  replicas: () => readonly Address[],
  token: string,
  { writers, requests, onRequest }: WritersOptions,
): Promise<Sent[]> {
  const sent: Sent[] = [];
  let begun = 0;
  const send = async (isControl: boolean, writer: number): Promise<void> => {
    while (begun < requests) {
      const number = begun++;
      onRequest?.(number);
      const all = replicas();
      const replica = (number + writer) % all.length;
      const sending = isControl ? addParty(all[replica]!, `p${number}`) : getUsers(all[replica]!, token);
      sent.push({ replica, ...(await sending) });
    }
  };

  const each = Array.from({ length: writers }, (_, writer) => writer);
  await Promise.all(each.flatMap((writer) => [send(true, writer), send(false, writer)]));
  return sent;
}

type Outcome = Omit<Sent, 'replica'>;

async function addParty({ url }: Address, partyId: string): Promise<Outcome> {
  const party = { partyId, email: `${partyId}@example.com`, firstName: 'Party', lastName: partyId };
  return outcomeOf(partyId, `${url}/_emulator/sandboxes/default/world/parties`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(party),
  });
}

function getUsers({ apiUrl }: Address, token: string): Promise<Outcome> {
  const headers = { Authorization: `Bearer ${token}` };
  return outcomeOf(undefined, `${apiUrl}/institutions/me/users?limit=1`, { headers });
}

async function outcomeOf(party: string | undefined, url: string, init: RequestInit): Promise<Outcome> {
  try {
    const response = await fetch(url, init);
    const { status, headers } = response;
    const body = await response.text();
    return {
      wrote: party ?? Number(headers.get('emulator-exchange')),
      status,
      retryAfter: headers.get('retry-after'),
      reason: headers.get('emulator-diagnostic') ?? body,
      change: headers.get('emulator-change'),
    };
  } catch (error) {
    return { wrote: party ?? 0, status: undefined, retryAfter: null, reason: String(error), change: null };
  }
}

/** Everything that was answered is in the store, once. */
export async function expectAllWritten({ url }: Address, sent: readonly Sent[]): Promise<void> {
  const answered = sent.filter(({ status }) => status === 200 || status === 201);
  const added = answered.flatMap(({ wrote }) => (typeof wrote === 'string' ? [wrote] : []));
  const numbers = answered.flatMap(({ wrote }) => (typeof wrote === 'number' ? [wrote] : []));
  const changes = answered.flatMap(({ change }) => change ?? []);

  const parties = await partiesOf(url);
  expect(added.filter((id) => parties.filter((party) => party === id).length !== 1)).toEqual([]);
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(numbers.filter((number) => !Number.isSafeInteger(number) || number < 1)).toEqual([]);
  expect(await missingIn(url, numbers)).toEqual([]);

  // Each change is one event, which can be undone alone.
  expect(changes).toHaveLength(added.length);
  expect(new Set(changes).size).toBe(changes.length);
  expect(changes.filter((change) => new Set(change.split('-')).size !== 1)).toEqual([]);
}

async function partiesOf(url: string): Promise<string[]> {
  const parties: string[] = [];
  for (;;) {
    const page = await shown<{ items: { partyId: string }[]; pagination: { total: number } }>(
      `${url}/_emulator/sandboxes/default/world/parties?limit=100&offset=${parties.length}`,
    );
    parties.push(...page.items.map(({ partyId }) => partyId));
    if (page.items.length === 0 || parties.length >= page.pagination.total) return parties;
  }
}

/** The numbers of exchanges that the journal lacks, although it has older ones. */
async function missingIn(url: string, numbers: readonly number[]): Promise<number[]> {
  const { exchanges } = await shown<{ exchanges: { id: number }[] }>(`${url}/_emulator/sandboxes/default/journal`);
  const kept = new Set(exchanges.map(({ id }) => id));
  const [oldest = 1] = kept;
  return numbers.filter((number) => number >= oldest && !kept.has(number));
}

async function shown<Body>(url: string): Promise<Body> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} responded with ${response.status}: ${await response.text()}`);
  return (await response.json()) as Body;
}

/** A bundle is opened as a recording: it is looked at like a live sandbox, and nothing changes it. */

import { expect, test } from 'vitest';
import { startEmulator } from '../../../src/index.js';
import { cast } from '../../cast.js';
import { temporaryFolder } from '../../cli/temporary-folder.js';
import { problem, problemIn, startControlledEmulator } from './controlled-emulator.js';
import { operations, pathOf } from './documented-operations.js';
import { untilEnd } from '../../until-end.js';

const BEN = cast('Ben');
const SCORE = `/institutions/me/human-scores/${encodeURIComponent(BEN.partyId)}`;
/** A time for the exchanges and changes of a sandbox in a test. */
const NOW = '2026-01-31T09:00:00.000Z';

const controlled = await untilEnd(startControlledEmulator({ population: 5, journalSize: 2 }));

/** What was seen of a sandbox of another emulator, whose client breaks a rule, and its bundle. */
async function endedSandbox(exchanges = 3) {
  const other = await startControlledEmulator({ population: 5, now: NOW });
  try {
    const sandbox = await other.open({ name: 'over', scenario: 'rate-limit-burst;burst=1;retry-after=5' });
    for (let call = 0; call < exchanges; call++) await sandbox.get(SCORE);
    await sandbox.done('post', `/world/credentials/${BEN.credentials[0]!.contractId}/revoke`);
    return { bundle: await sandbox.done('get', '/bundle'), behaviour: await sandbox.done('get', '/behaviour') };
  } finally {
    await other.close();
  }
}

const bundleOf = async (exchanges?: number) => (await endedSandbox(exchanges)).bundle;

interface Recording {
  readonly id: string;
  readonly name: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly exchanges: number;
  readonly recorded: boolean;
  readonly clock: object;
}

async function openedRecording(bundle: object, query = ''): Promise<Recording> {
  const response = await controlled.control('post', `/recordings${query}`, bundle);
  expect(response.status, response.text).toBe(201);
  return response.body as Recording;
}

/** What the control plane returns for a sandbox. */
async function read<Body>({ id }: { readonly id: string }, path: string): Promise<Body> {
  const response = await controlled.control('get', `/sandboxes/${id}${path}`);
  expect(response.status, response.text).toBe(200);
  return response.body as Body;
}

test('a recording has the exchanges of its bundle, more than other journals keep', async () => {
  const bundle = await bundleOf();
  const recording = await openedRecording(bundle);
  const { exchanges } = await read<{ exchanges: { restsOn?: object; violations?: object }[] }>(recording, '/journal');
  const steps = bundle['steps'] as { exchange?: object }[];
  expect(exchanges).toEqual(steps.flatMap(({ exchange }) => exchange ?? []));
  expect(recording).toMatchObject({ recorded: true, name: 'over', exchanges: exchanges.length });
});

test('a recording is judged by the times of its exchanges, and searched, as its sandbox was', async () => {
  const { bundle, behaviour } = await endedSandbox();
  const recording = await openedRecording(bundle);
  expect(await read(recording, '/behaviour')).toEqual({ ...behaviour, sandbox: recording.id });
  expect(JSON.stringify(behaviour)).toContain('"fail"');
  const { exchanges } = await read<{ exchanges: { status: number }[] }>(recording, '/journal?status=429');
  expect(exchanges.map(({ status }) => status)).toEqual([429]);
});

test('the world and the clock of a recording are as at its end', async () => {
  const recording = await openedRecording(await bundleOf());
  expect(recording.clock).toEqual({ time: NOW, frozen: true });
  const party = await read<{ credentials: { state: string }[] }>(
    recording,
    `/world/parties/${encodeURIComponent(BEN.partyId)}`,
  );
  expect(party.credentials[0]!.state).toBe('revoked');
});

test('a recording has the name that is given', async () => {
  expect(await openedRecording(await bundleOf(1), '?name=run%207')).toMatchObject({ name: 'run 7' });
});

const CHANGING = operations.filter(
  ({ id, method, path }) =>
    path.startsWith('/sandboxes/{id}') && method !== 'get' && id !== 'deleteSandbox' && id !== 'verifyJournal',
);

test('nothing changes a recording but its removal', async () => {
  const recording = await openedRecording(await bundleOf(1));
  const before = await read(recording, '/state');
  const values = {
    id: recording.id,
    partyId: BEN.partyId,
    contractId: BEN.credentials[0]!.contractId,
    activation: '1',
    hold: 'h1',
    change: '1-1',
    exchange: '1',
  };
  for (const operation of CHANGING) {
    const response = await controlled.control(
      operation.method,
      pathOf(operation, values),
      operation.bodies[0] as object,
    );
    expect([operation.id, response.status]).toEqual([operation.id, 403]);
  }
  expect(await read(recording, '/state')).toEqual(before);
  expect((await controlled.control('delete', `/sandboxes/${recording.id}`)).status).toBe(204);
});

test('no client reaches a recording by the client ID that it shows', async () => {
  const recording = await openedRecording(await bundleOf(1));
  const response = await fetch(`${controlled.emulator.url}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: recording.clientId,
      client_secret: recording.clientSecret,
    }),
  });
  expect(response.status).toBe(401);
  expect((await read<Recording>(recording, '')).exchanges).toBe(recording.exchanges);
});

test('a recording changes no other sandbox, nor the identity of the next one', async () => {
  const [one, other] = await Promise.all([startControlledEmulator(), startControlledEmulator()]);
  const before = (await one.control('get', '/sandboxes/default')).body as object;
  await one.control('post', '/recordings', await bundleOf(1));
  expect((await one.control('get', '/sandboxes/default')).body).toMatchObject({
    ...before,
    clock: expect.anything() as object,
  });
  expect((await one.open()).id).toBe((await other.open()).id);
  await Promise.all([one.close(), other.close()]);
});

test('what a request has created and the bundle does not have is left out of the world', async () => {
  const other = await startControlledEmulator({ population: 0, now: NOW });
  const sandbox = await other.open();
  const partyId = cast('Paula').partyId;
  await sandbox.post('/institutions/me/credentials/request', { partyId, providers: ['DISCORD'] });
  await sandbox.control('post', `/world/parties/${partyId}/decisions`, { status: 'REJECTED' });
  const bundle = await sandbox.done('get', '/bundle');
  await other.close();
  await openedRecording(bundle);
});

test('a bundle with mistakes is refused with their places', async () => {
  const response = await controlled.control('post', '/recordings', { ...(await bundleOf(1)), steps: 5 });
  expect(problemIn(response)).toMatchObject(problem(422, { pointer: '/steps' }));
});

test.each([1, 2, 9_007_199_254_740_992, 1e300, 2_000_000])(
  'a bundle whose last exchange has the number %d after the number 2 is refused, and the next one is opened',
  async (id) => {
    const bundle = (await bundleOf(2)) as {
      readonly steps: readonly { readonly exchange?: { readonly id: number } }[];
    };
    const at = bundle.steps.findIndex(({ exchange }) => exchange?.id === 3);
    const steps = bundle.steps.with(at, { exchange: { ...bundle.steps[at]!.exchange, id } });
    const response = await controlled.control('post', '/recordings', { ...bundle, steps });
    expect(problemIn(response)).toMatchObject(problem(422, { pointer: `/steps/${at}/exchange/id` }));
    expect(await read(await openedRecording(bundle), '/journal')).toMatchObject({
      exchanges: [{ id: 1 }, { id: 2 }, { id: 3 }],
    });
  },
);

test('a bundle whose first exchanges are gone is opened, and so is one that leaves some out', async () => {
  const bundle = (await bundleOf(2)) as { readonly steps: readonly { readonly exchange?: { readonly id: number } }[] };
  const steps = bundle.steps.map(({ exchange, ...step }) =>
    exchange === undefined ? step : { exchange: { ...exchange, id: exchange.id * 1_000 } },
  );
  const recording = await openedRecording({ ...bundle, steps });
  expect(await read(recording, '/journal')).toMatchObject({
    exchanges: [{ id: 1_000 }, { id: 2_000 }, { id: 3_000 }],
  });
});

test('an emulator with a store keeps no recordings, and says where to look at them', async () => {
  await using folder = await temporaryFolder({});
  await using emulator = await startEmulator({ store: `${folder.path}/store`, population: 0 });
  const response = await fetch(`${emulator.url}/_emulator/recordings`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(await bundleOf(1)),
  });
  expect(response.status).toBe(409);
  expect(await response.text()).toContain('id-emulator inspect');
});

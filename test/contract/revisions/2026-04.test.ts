/** What revision 2026-04 adds to the specification: the registered e-mail, a filter by it, a look-up by alias. */

import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { REVISIONS } from '../../../src/contract/contract.js';
import { startEmulator } from '../../../src/index.js';
import { shippedContracts } from '../../../src/start/shipped.js';
import { cast } from '../../cast.js';
import { variedSandbox, type VariedSandbox } from '../variants/varied-sandbox.js';
import { untilEnd } from '../../until-end.js';

const [alice, ben, paula] = [cast('Alice'), cast('Ben'), cast('Paula')];

interface Items {
  readonly items: readonly { readonly partyId: string; readonly email?: string }[];
  readonly pagination: { readonly total: number };
}

const emulator = await untilEnd(startEmulator({ now: '2026-04-30T09:00:00Z' }, { onInternalError: failLoudly }));
const revised = variedSandbox(emulator, { revision: '2026-04' });
const specified = variedSandbox(emulator, {});

test('each overlay is a revision that can be chosen, and is valid by version 1.0 of the Overlay Specification', () => {
  const files = readdirSync(new URL('../../../spec/overlays/', import.meta.url));
  expect(files).toEqual(REVISIONS.map((revision) => `${revision}.yaml`));
  for (const file of files) {
    const { overlay, info, actions } = parse(
      readFileSync(new URL(`../../../spec/overlays/${file}`, import.meta.url), 'utf8'),
    ) as { overlay: string; info: { title: string; version: string }; actions: object[] };
    expect([overlay, info.version]).toEqual(['1.0.0', file.replace('.yaml', '')]);
    expect(
      actions.flatMap(Object.keys).filter((member) => !['target', 'description', 'update', 'remove'].includes(member)),
    ).toEqual([]);
  }
});

test('every added point rests on the public client, or is chosen and explained', () => {
  const contracts = shippedContracts();
  const known = new Set(contracts.base.fidelity().points.map(({ id }) => id));
  const added = contracts
    .of('2026-04')
    .fidelity()
    .points.filter(({ id }) => !known.has(id));
  const wholes = added.filter(({ about }) => about === undefined);
  expect(wholes.map(({ id, basis }) => `${id} ${basis}`)).toEqual(
    ['Emails', 'HumanScoreItem.email', 'Credential.email', 'resolveCredentials.a'].map((id) => `${id} public-client`),
  );
  expect(added.filter(({ note = '' }) => note === '')).toEqual([]);
});

test('credentials and scores have the e-mail of the account, in lists and alone', async () => {
  const answers = await Promise.all([
    listed(revised, 'credentials?limit=100'),
    listed(revised, 'human-scores?limit=100'),
  ]);
  for (const { items } of answers) {
    expect(items.length).toBeGreaterThan(20);
    expect(items.filter(({ email }) => email === undefined)).toEqual([]);
  }
  expect((await read(revised, `credentials/${ben.partyId}`)).json).toMatchObject([
    { partyId: ben.partyId, email: ben.email },
  ]);
  expect((await read(revised, `human-scores/${ben.partyId}`)).json).toMatchObject({
    partyId: ben.partyId,
    email: ben.email,
  });
});

test.each(['credentials', 'human-scores'])(
  '%s can be asked for by e-mail, repeated or comma-separated, in any case',
  async (list) => {
    const repeated = await listed(revised, `${list}?emails=${ben.email}&emails=${alice.email.toUpperCase()}`);
    const separated = await listed(revised, `${list}?emails=${ben.email},${alice.email}`);
    expect(partiesOf(repeated)).toEqual([ben.partyId, alice.partyId]);
    expect(separated).toEqual(repeated);
  },
);

test.each(['credentials', 'human-scores'])(
  '%s by e-mail and by party ID are those of either, each once',
  async (list) => {
    const either = await listed(revised, `${list}?emails=${ben.email},${alice.email}&partyIds=${alice.partyId}`);
    expect(partiesOf(either)).toEqual([alice.partyId, ben.partyId]);
  },
);

test('an unknown e-mail, an e-mail of a credential only, and an e-mail of a party without disclosures find nothing', async () => {
  const { email } = (await listed(revised, 'credentials?limit=100')).items.find((item) => differs(item))!;
  const inCredential = (await listed(revised, 'credentials?limit=100')).items.find(
    (item) => item.email === email && differs(item),
  ) as unknown as { metadata: { email: string } };
  for (const asked of ['nobody@example.com', inCredential.metadata.email, paula.email]) {
    expect([asked, await listed(revised, `credentials?emails=${asked}`)]).toEqual([
      asked,
      { items: [], pagination: { offset: 0, limit: 10, total: 0 } },
    ]);
  }
});

test('an empty e-mail is refused', async () => {
  expect((await read(revised, 'credentials?emails=')).status).toBe(400);
  expect((await read(revised, `human-scores?emails=${ben.email},`)).status).toBe(400);
});

test.each(['ben', 'BEN', ' ben ', 'ben.5n.xyz', 'Ben.5N.xyz'])(
  'a party is looked up by its alias %j',
  async (alias) => {
    expect((await read(revised, `credentials/resolve?a=${encodeURIComponent(alias)}`)).json).toEqual(
      (await read(revised, 'credentials/resolve?q=benbrook')).json,
    );
  },
);

test('every generated party has an alias of its own', async () => {
  const { items } = revised.sandbox.world.parties({ limit: 100 });
  const aliases = items.map(({ alias }) => alias);
  expect([new Set(aliases).size, aliases.includes(undefined)]).toEqual([items.length, false]);
  const generated = items.at(-1)!;
  const { credentials } = (await read(revised, `credentials/resolve?a=${generated.alias!}.5n.xyz`)).json as {
    credentials: { partyId: string }[];
  };
  expect(credentials.every(({ partyId }) => partyId === generated.partyId)).toBe(true);
});

test('an alias follows its party when it changes', async () => {
  const { sandbox, send } = variedSandbox(emulator, { revision: '2026-04' });
  sandbox.world.changeParty(ben.partyId, { alias: 'benny' });
  const counts = await Promise.all(
    ['ben', 'benny'].map(
      async (alias) =>
        ((await send(`institutions/me/credentials/resolve?a=${alias}`)).json as { credentials: unknown[] }).credentials
          .length,
    ),
  );
  expect(counts).toEqual([0, 1]);
});

test.each(['', '?a=', '?a=%20', '?a=ben&q=benbrook', `?a=ben&partyId=${ben.partyId}`])(
  'a look-up with %j is refused: exactly one of q, partyId and a',
  async (query) => {
    const { status, json } = await read(revised, `credentials/resolve${query}`);
    expect(status).toBe(400);
    if (query === '') expect((json as { message: string }).message).toContain('exactly one of q, partyId, a');
  },
);

test('an unknown alias and an alias of a party without disclosures find nothing, and a diagnostic gives the reason', async () => {
  for (const [alias, why] of [
    ['nobody', 'nobody in sandbox'],
    ['paula', 'has not approved'],
  ] as const) {
    const { json, headers } = await read(revised, `credentials/resolve?a=${alias}`);
    expect([json, headers['emulator-diagnostic']]).toEqual([{ credentials: [] }, expect.stringContaining(why)]);
  }
});

test('the scenario of a party applies to requests by party ID, alias and e-mail', async () => {
  const statuses = await Promise.all(
    [
      `credentials?partyIds=${cast('Tara').partyId}`,
      'credentials/resolve?a=tara',
      `credentials?emails=${cast('Tara').email}`,
    ].map(async (path) => (await read(revised, path)).status),
  );
  expect(statuses).toEqual([429, 429, 429]);
});

test('the specification has none of the additions', async () => {
  expect((await listed(specified, 'credentials')).items.filter((item) => 'email' in item)).toEqual([]);
  expect((await read(specified, `human-scores/${ben.partyId}`)).json).not.toHaveProperty('email');
  expect((await listed(specified, `credentials?emails=${ben.email}`)).pagination.total).toBeGreaterThan(10);
  const { headers, status } = await read(specified, 'credentials/resolve?q=benbrook&a=tara');
  expect([status, headers['emulator-diagnostic']]).toEqual([
    200,
    '"query /a is unknown to the contract and was ignored"',
  ]);
  expect((await read(specified, 'credentials/resolve?a=ben')).status).toBe(400);
});

test('a sandbox keeps its revision when its state is loaded, and reports it', () => {
  const other = emulator.sandbox();
  other.load(revised.sandbox.state());
  expect([
    other.show().revision,
    specified.sandbox.show().revision,
    specified.sandbox.state().options.revision,
  ]).toEqual(['2026-04', 'specification', undefined]);
});

test('an unknown revision is refused, and the message lists the known ones', () => {
  expect(() => emulator.sandbox({ revision: '2026-05' })).toThrow(
    'option revision: expected one of specification, 2026-04, found "2026-05"',
  );
});

function failLoudly(error: Error): never {
  throw error;
}

function read({ send }: VariedSandbox, path: string): ReturnType<VariedSandbox['send']> {
  return send(`institutions/me/${path}`);
}

async function listed(sandbox: VariedSandbox, path: string): Promise<Items> {
  return (await read(sandbox, path)).json as Items;
}

function partiesOf({ items }: Items): string[] {
  return [...new Set(items.map(({ partyId }) => partyId))];
}

/** Whether a credential has another e-mail than the account. */
function differs(item: object): boolean {
  const { email, metadata } = item as { email: string; metadata: { email?: string } };
  return metadata.email !== undefined && metadata.email !== email;
}

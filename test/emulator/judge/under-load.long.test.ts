/** Clients that follow the rules are never judged to break one, however busy the machine is. */

import { idSdk, type Connection, type FetchLike } from 'id-emulator/client';
import { spawn } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEmulator, type Emulator, type SandboxControl } from '../../../src/index.js';
import { behaviourReport } from '../../../src/emulator/judge/report.js';
import { RULES } from '../../../src/emulator/judge/rules.js';
import { budget } from '../../budget.js';
import { cast } from '../../cast.js';

const ROUNDS = budget({ short: 1, long: 200 });
/** Rounds at the same time. */
const PARALLEL = budget({ short: 1, long: 4 });
/** Processes that do nothing but use a processor. */
const BUSY_PROCESSES = budget({ short: 0, long: 4 });

const ben = cast('Ben');

interface Client extends Connection {
  readonly sandbox: SandboxControl;
}

/** A client with an institution of its own. @param scenario for its API requests */
async function connect(emulator: Emulator, scenario?: string, variants: Record<string, string> = {}): Promise<Client> {
  const sandbox = emulator.sandbox({ variants });
  const { clientId, clientSecret, url: baseUrl, tokenUrl } = sandbox;
  const withScenario: FetchLike = (url, init) =>
    fetch(
      url,
      scenario === undefined || url === tokenUrl
        ? init
        : { ...init, headers: { ...init.headers, 'Emulator-Scenario': scenario } },
    );
  const connection = await idSdk.connect({
    clientId,
    clientSecret,
    network: emulator.network,
    baseUrl,
    tokenUrl,
    timeout: 600_000,
    fetch: withScenario,
  });
  return Object.assign(connection, { sandbox });
}

const parallel = (count: number, call: () => Promise<unknown>): Promise<unknown> =>
  Promise.all(Array.from({ length: count }, call));

/** For each rule, a client that follows it. */
const GOOD_CLIENTS: Readonly<Record<string, (emulator: Emulator) => Promise<Client>>> = {
  'one-token-request': async (emulator) => {
    const client = await connect(emulator);
    await parallel(20, () => client.getHumanScoreByPartyId(ben.partyId));
    return client;
  },
  'reuse-token': async (emulator) => {
    const client = await connect(emulator);
    for (let call = 0; call < 3; call++) await client.getHumanScoreByPartyId(ben.partyId);
    await parallel(5, () => client.getCredentials());
    return client;
  },
  'token-with-every-call': async (emulator) => {
    const client = await connect(emulator);
    await parallel(3, () => client.getCredentials());
    return client;
  },
  'drop-refused-token': async (emulator) => {
    const client = await connect(emulator);
    await client.getUsers();
    client.sandbox.use('token-revoked');
    await parallel(20, () => client.getCredentials());
    return client;
  },
  'accept-forbidden': async (emulator) => {
    const client = await connect(emulator, undefined, { unauthenticated: '403' });
    await client.getUsers();
    client.sandbox.clock.advance('2h');
    await client.getUsers();
    // Only its next token shows that the institution is refused.
    client.sandbox.clock.advance('2h');
    client.sandbox.use('institution-suspended');
    await client.getUsers().catch(() => undefined);
    return client;
  },
  'no-token-in-public': async (emulator) => {
    const client = await connect(emulator);
    const { token } = await client.generateVerificationLink({ contractId: ben.credentials[0]!.contractId });
    await parallel(3, () => client.checkVerificationStatus(token));
    return client;
  },
  'no-secret-in-url': async (emulator) => {
    const client = await connect(emulator);
    await client.resolve(ben.email);
    return client;
  },
  'wait-as-told': async (emulator) => {
    const client = await connect(emulator, 'rate-limit-burst;burst=2');
    await parallel(5, () => client.getUsers());
    return client;
  },
  'growing-pauses': async (emulator) => {
    const client = await connect(emulator, 'rate-limit-without-retry-after;burst=3');
    await client.getUsers();
    return client;
  },
  'poll-slowly': async (emulator) => {
    const client = await connect(emulator);
    for (let call = 0; call < 3; call++) {
      await client.getCredentialByPartyId(ben.partyId);
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
    return client;
  },
  'repeat-no-post': async (emulator) => {
    const client = await connect(emulator, 'service-unavailable');
    await client.createCredentialsRequest({ partyId: ben.partyId, providers: ['REDDIT'] });
    return client;
  },
  'no-hopeless-retry': async (emulator) => {
    const client = await connect(emulator);
    await client.getUsers({ limit: 0 }).catch(() => undefined);
    return client;
  },
  'gapless-paging': async (emulator) => {
    const client = await connect(emulator, 'token-expires-while-paging');
    for await (const { id } of client.iterateUsers({ pageSize: 50 })) expect(id).toBeGreaterThan(0);
    return client;
  },
  'bounded-batch': async (emulator) => {
    const client = await connect(emulator);
    await client.generateVerificationLinks(Array.from({ length: 150 }, () => ben.credentials[0]!.contractId));
    return client;
  },
  'right-media-type': async (emulator) => {
    const client = await connect(emulator);
    await client.generateVerificationLink({ contractId: ben.credentials[0]!.contractId });
    return client;
  },
  'known-endpoints': async (emulator) => {
    const client = await connect(emulator);
    await parallel(3, () => client.getHumanScores());
    return client;
  },
};

let emulator: Emulator;
const busy = Array.from({ length: BUSY_PROCESSES }, () =>
  spawn(process.execPath, ['-e', 'for(;;);'], { stdio: 'ignore' }),
);
beforeAll(async () => {
  emulator = await startEmulator();
});
afterAll(async () => {
  for (const process of busy) process.kill();
  await emulator.close();
});

test(
  `the good client of every rule is never judged to break one, under load ${ROUNDS} times`,
  async () => {
    let left = ROUNDS;
    const followed = new Set<string>();
    const rounds = async (): Promise<void> => {
      while (left-- > 0)
        await Promise.all(
          RULES.map(async ({ id }) => {
            if (await expectGoodBehaviour(id)) followed.add(id);
          }),
        );
    };
    await Promise.all(Array.from({ length: PARALLEL }, rounds));
    if (ROUNDS > 1) expect(followed).toEqual(new Set(RULES.map(({ id }) => id)));
  },
  budget({ short: 60_000, long: 3_600_000 }),
);

/** @returns whether the client showed that it follows the rule: evidence, too, needs times that are not too long */
async function expectGoodBehaviour(rule: string): Promise<boolean> {
  const { sandbox } = await GOOD_CLIENTS[rule]!(emulator);
  const { verdicts } = sandbox.behaviour();
  const broken = verdicts.filter(({ verdict }) => verdict === 'fail');
  expect(broken, `${rule}\n${behaviourReport(broken)}`).toEqual([]);
  sandbox.remove();
  return verdicts.some((verdict) => verdict.rule === rule && verdict.verdict === 'pass');
}

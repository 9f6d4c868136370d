/** What one copies of an exchange does what the exchange did: with each scenario, and with each kind of token. */

import { allAtOnce } from '../../src/common/steps.js';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import type { SandboxControl } from '../../src/emulator/control/methods/sandbox-control.js';
import { startEmulator, type SandboxOptions } from '../../src/index.js';
import type { Exchange, Sandbox } from '../../src/inspector/control/types.js';
import { copyOf } from '../../src/inspector/views/exchanges/copies.js';
import { shippedScenarios } from '../../src/start/shipped.js';
import { cast } from '../cast.js';
import { goodCallsIn, type GoodCall } from '../emulator/scenarios/good-calls.js';
import { untilEnd } from '../until-end.js';

const run = promisify(execFile);

const emulator = await untilEnd(startEmulator());

/** Sends a call, and returns its exchange as the page gets it. */
async function exchangeOf(sandbox: SandboxControl, { method, path, headers, body }: GoodCall): Promise<Exchange> {
  const ended = new Promise((resolve) => void sandbox.journal.follow(resolve));
  const sent = { method, headers, ...(body !== undefined && { body }), signal: AbortSignal.timeout(1_000) };
  await Promise.all([
    ended,
    fetch(sandbox.url + path, sent).then(
      (response) => response.text().catch(() => ''),
      () => undefined,
    ),
  ]);
  return lastOf(sandbox);
}

function lastOf(sandbox: SandboxControl): Exchange {
  return allAtOnce(sandbox.journal.exchange(sandbox.show().exchanges)) as unknown as Exchange;
}

/** Runs the text of a test file. @returns the last exchange of its sandbox */
async function runTest(text: string): Promise<Exchange> {
  const bodies: ((fixtures: { readonly sandbox: SandboxControl }) => Promise<void>)[] = [];
  let options: SandboxOptions = {};
  const define = (_title: string, body: (typeof bodies)[number]): void => void bodies.push(body);
  const emulatorTest = (given: SandboxOptions): typeof define => {
    options = given;
    return define;
  };
  const code = text.replaceAll(/^import .*$/gm, '').replaceAll(/ as \{[^}]*\}/g, '');
  // oxlint-disable-next-line typescript/no-implied-eval -- the text is what is tested
  const execute = new Function('expect', 'emulatorTest', code) as (...given: readonly unknown[]) => void;
  execute(expect, emulatorTest);
  using sandbox = emulator.sandbox(options);
  const isSent = new Promise((resolve) => void sandbox.journal.follow(resolve));
  await bodies[0]!({ sandbox });
  await isSent;
  return lastOf(sandbox);
}

/** What decides about an exchange. */
function decisive({ status, operation, response }: Exchange): object {
  const text = response.body !== undefined && 'text' in response.body ? response.body.text : '';
  const { error } = /^\{.*\}$/s.test(text) ? (parsed(text) as { error?: string }) : {};
  return { status, operation, ending: response.ending, error: typeof error === 'string' ? error : undefined };
}

function parsed(text: string): object {
  try {
    return JSON.parse(text) as object;
  } catch {
    return {};
  }
}

/** How each copy is run, for two seconds at most. */
const COMMANDS = {
  curl: (copy: string) => ['sh', '-c', copy.replaceAll('curl -', 'curl --max-time 2 -')],
  fetch: (copy: string) => [process.execPath, '--input-type=module', '-e', copy],
  Python: (copy: string) => ['python3', '-c', copy],
} as const;

/** The languages that this machine has. */
const languages = Promise.all(
  Object.entries({ curl: 'curl --version', fetch: '', Python: 'import requests' } as const).map(
    async ([name, probe]) => {
      const [command, ...given] = COMMANDS[name as keyof typeof COMMANDS](probe);
      return await run(command!, given).then(
        () => [name as keyof typeof COMMANDS],
        () => [],
      );
    },
  ),
).then((known) => known.flat());

/** Repeats the exchange in each form. */
async function expectCopies(sandbox: SandboxControl, exchange: Exchange): Promise<void> {
  const shown = sandbox.show() as Sandbox;
  const text = copyOf('a test', exchange, shown, { isGuarded: false });
  expect(decisive(await runTest(text)), text).toEqual(decisive(exchange));
  for (const name of await languages) {
    // Without a scenario, a copy leaves active ones as they are.
    if (exchange.repetition!.select === '') sandbox.scenarios.stopAll();
    const copy = copyOf(name, exchange, shown, { isGuarded: false });
    const [command, ...given] = COMMANDS[name](copy);
    await run(command!, given, { timeout: 4_000 }).catch(() => undefined);
    expect(decisive(lastOf(sandbox)), copy).toEqual(decisive(exchange));
  }
}

/** Parameters with which a test does not wait. */
const SOON: Readonly<Record<string, string>> = {
  'batch-slow': 'batch-slow;delay="1ms"',
  drip: 'drip;every="1ms"',
  latency: 'latency;from="0ms";to="1ms"',
  'latency-tail': 'latency-tail;median="1ms"',
  'slow-body': 'slow-body;delay="1ms"',
  'token-endpoint-slow': 'token-endpoint-slow;delay="1ms"',
  variant: 'variant;error-body=problem',
};

test.each([...shippedScenarios().values()].filter(({ name }) => name !== 'hold'))(
  'with $name, copies get the same status and error',
  async ({ name, operations }) => {
    using sandbox = emulator.sandbox();
    sandbox.scenarios.select(SOON[name] ?? name);
    const operation = operations[0] ?? 'getUsers';
    const calls = goodCallsIn(sandbox);
    await exchangeOf(sandbox, calls[operation]);
    await expectCopies(sandbox, await exchangeOf(sandbox, calls[operation]));
  },
);

/** The exchange of a call of the users list with this header. */
async function refusedWith(sandbox: SandboxControl, authorization: string | undefined): Promise<Exchange> {
  return await exchangeOf(sandbox, {
    method: 'GET',
    path: '/api/v1/institutions/me/users?limit=2',
    headers: {
      'Emulator-Sandbox': sandbox.id,
      ...(authorization !== undefined && { Authorization: authorization }),
    },
  });
}

test.each(['Bearer expired-or-bad', 'Bearer undefined', 'Bearer', 'Basic eDp5', 'Basic not-base64', undefined])(
  'a request with the header Authorization: %s is refused again',
  async (authorization) => {
    using sandbox = emulator.sandbox();
    const exchange = await refusedWith(sandbox, authorization);
    expect(exchange.status).toBe(401);
    await expectCopies(sandbox, exchange);
  },
);

test('a request with an expired token is refused again', async () => {
  using sandbox = emulator.sandbox();
  const { accessToken } = sandbox.accessToken({ lifetime: 5 });
  sandbox.clock.advance('10s');
  const exchange = await refusedWith(sandbox, `Bearer ${accessToken}`);
  expect(exchange.diagnostics.join()).toContain('expired');
  await expectCopies(sandbox, exchange);
});

test('a request with a token that a scenario has revoked before is refused again', async () => {
  using sandbox = emulator.sandbox();
  const { accessToken } = sandbox.accessToken();
  const authorization = `Bearer ${accessToken}`;
  sandbox.scenarios.select('token-revoked');
  await refusedWith(sandbox, authorization);
  sandbox.scenarios.stopAll();
  const exchange = await refusedWith(sandbox, authorization);
  expect([exchange.status, exchange.scenarios]).toEqual([401, []]);
  await expectCopies(sandbox, exchange);
});

test('a request for a token with a wrong secret is refused again, in a form and in a header', async () => {
  using sandbox = emulator.sandbox();
  const { clientId } = sandbox;
  const call = { method: 'POST', path: '/oauth/token' } as const;
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const body = 'grant_type=client_credentials';
  const inForm = `${body}&client_id=${clientId}&client_secret=wrong`;
  await expectCopies(sandbox, await exchangeOf(sandbox, { ...call, headers, body: inForm }));
  for (const secret of ['wrong', sandbox.clientSecret]) {
    const authorization = `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`;
    const exchange = await exchangeOf(sandbox, {
      ...call,
      headers: { ...headers, Authorization: authorization },
      body,
    });
    expect(exchange.status).toBe(secret === 'wrong' ? 401 : 200);
    await expectCopies(sandbox, exchange);
  }
});

test('a check of a link, valid or expired, gets the same response again', async () => {
  using sandbox = emulator.sandbox();
  const [held] = cast('Ben').credentials;
  for (const lifetime of [60, 0]) {
    const { token } = sandbox.verificationLink(held!.contractId, { lifetime });
    const path = `/api/v1/verification/check/${token}`;
    const exchange = await exchangeOf(sandbox, { method: 'GET', path, headers: {} });
    expect(exchange.path).toContain('~seal~');
    await expectCopies(sandbox, exchange);
  }
});

test('the same items of a batch fail again, as a test and as an interaction of a pact', async () => {
  using sandbox = emulator.sandbox();
  sandbox.scenarios.select('batch-partial-failure;share=0.5');
  const exchange = await exchangeOf(sandbox, goodCallsIn(sandbox).generateVerificationLinksBatch);
  const failing = /indexes="([\d,]+)"/.exec(exchange.repetition!.select)?.[1];
  expect(failing).toBeDefined();
  await expectCopies(sandbox, exchange);
  expect(JSON.stringify(sandbox.pact({ consumer: 'c', exchange: exchange.id }))).toContain(
    String.raw`batch-partial-failure;indexes=\"${failing!}\"`,
  );
});

test('where a header selected a scenario, the copies select it, so that its calls count again', async () => {
  using sandbox = emulator.sandbox();
  const call = goodCallsIn(sandbox).getUsers;
  const headers = { ...call.headers, 'Emulator-Scenario': 'rate-limit-burst;burst=1' };
  const first = await exchangeOf(sandbox, { ...call, headers });
  expect(first.status).toBe(429);
  await expectCopies(sandbox, first);
  const second = await exchangeOf(sandbox, { ...call, headers });
  expect(second.status).toBe(200);
  await expectCopies(sandbox, second);
});

test('the dates of a world whose clock was moved are those of the copied test', async () => {
  using sandbox = emulator.sandbox();
  sandbox.clock.advance('P400D');
  const { contractId } = cast('Ben').credentials[0]!;
  const { token } = sandbox.verificationLink(contractId);
  const path = `/api/v1/verification/check/${token}`;
  await expectCopies(sandbox, await exchangeOf(sandbox, { method: 'GET', path, headers: {} }));
});

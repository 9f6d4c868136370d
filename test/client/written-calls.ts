/**
 * Tests of the client library that are written in a YAML document: by name, calls of a connection, what they get, and how
 * many requests that takes. The service is an emulator, or one that sends the `replies` of the document.
 */

import { APIError, idSdk, InvalidArgumentError, type ConnectConfig, type Connection } from 'id-emulator/client';
import { expect, test } from 'vitest';
import type { EmulatorOptions } from '../../src/index.js';
import { filledEntries, refuseOthers } from '../filled-entries.js';
import { withGaps } from '../with-gaps.js';
import { startBroken, type ReceivedRequest, type Reply } from './broken-service.js';
import { failureOf, startClient, type ClientSetUp } from './client-under-test.js';

/** In texts, `$Ben` is the party ID of a member of the cast; in what is expected, `…` stands for any text in a line. */
interface Call {
  /** A method of the connection; of an iterator, all items. Default: `getUsers`. */
  readonly call?: string;
  readonly with?: readonly unknown[];
  /** Some members of the result. */
  readonly gets?: object;
  /** Some members of the error. Without its name, it is any error of a request. */
  readonly fails?: object;
}

interface Written extends Call {
  /** Several calls, one after the other. */
  readonly calls?: readonly Call[];
  /** The options of the connection, and the scenarios of its requests. */
  readonly config?: ClientSetUp;
  readonly emulator?: EmulatorOptions;
  /** The replies of a service without an emulator, and of its token endpoint; the last one is repeated. */
  readonly replies?: readonly Reply[];
  readonly tokens?: readonly Reply[];
  /** How many requests are sent to the token endpoint, and how many others. */
  readonly token?: number;
  readonly api?: number;
  /** Some members of the events of `onRetry`. */
  readonly retries?: readonly object[];
}

const CALL = 'call with gets fails';
const MEMBERS = `${CALL} calls config emulator replies tokens token api retries`;

/** Makes a test of each entry of the document. */
export function testCalls(document: URL): void {
  test.concurrent.each(filledEntries<Written>(document, MEMBERS))('%s', async (_, written) => {
    await perform(written);
  });
}

async function perform(written: Written): Promise<void> {
  const { calls = [written], config = {}, emulator = {}, replies, tokens, token, api, retries } = written;
  const events: object[] = [];
  const whole: ClientSetUp = { ...config, onRetry: (event) => events.push(event) };
  await using service =
    replies === undefined ? await startClient(whole, emulator) : await serviceOf(replies, tokens, whole);

  for (const call of calls) {
    if (call !== written) refuseOthers('a call', call, CALL);
    await expectOutcome(service.connection, call);
  }
  if (token !== undefined) expect(service.count('token')).toBe(token);
  if (api !== undefined) expect(service.count('api')).toBe(api);
  if (retries !== undefined) expect(events).toMatchObject(retries);
}

async function serviceOf(replies: readonly Reply[], tokens: readonly Reply[] | undefined, config: ClientSetUp) {
  const nthOf =
    (list: readonly Reply[]) =>
    ({ nth }: ReceivedRequest): Reply =>
      list[Math.min(nth, list.length) - 1]!;
  const service = await startBroken(nthOf(replies), { ...config, ...(tokens && { issue: nthOf(tokens) }) });
  const count = (kind: 'token' | 'api'): number =>
    service.received.filter((path) => (path === 'token') === (kind === 'token')).length;
  return { ...service, count };
}

async function expectOutcome(
  connection: Connection,
  { call = 'getUsers', gets, fails, ...given }: Call,
): Promise<void> {
  const calling = outcomeOf(connection, call, given.with ?? []);
  if (fails === undefined) {
    const result = await calling;
    if (gets !== undefined) expect(result).toMatchObject(withGaps(gets) as object);
    return;
  }

  const failure = await failureOf(calling);
  expect(failure).toMatchObject(withGaps(fails) as object);
  const isInvalid = failure.name === 'InvalidArgumentError';
  expect([failure instanceof InvalidArgumentError, failure instanceof TypeError]).toEqual([isInvalid, isInvalid]);
  expect(failure instanceof APIError).toBe(!isInvalid);
}

async function outcomeOf(connection: Connection, call: string, given: readonly unknown[]): Promise<unknown> {
  if (call === 'connect') return await idSdk.connect(given[0] as ConnectConfig);

  // Calls with any arguments, as a JavaScript program may.
  const outcome = (connection as unknown as Record<string, (...given: readonly unknown[]) => unknown>)[call]!(...given);
  return typeof outcome === 'object' && outcome !== null && 'toArray' in outcome
    ? await (outcome as { toArray: () => Promise<unknown> }).toArray()
    : await outcome;
}

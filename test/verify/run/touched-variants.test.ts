/**
 * An interaction does not run in a variant whose point its response did not touch; so no such response may differ. By
 * default a variant gets the requests that touch it, those that change what later ones show, and an eighth of the others,
 * each variant another eighth; in a long run it gets all.
 */

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type Emulator, startEmulator } from '../../../src/index.js';
import { touchedVariants, type VariantCase } from '../../../src/contract/variants/touched-variants.js';
import { shippedContract, shippedContracts, shippedVariants } from '../../../src/start/shipped.js';
import type { PactRequest } from '../../../src/pact/pact-file.js';
import { factsOf, isSameResponse, type ObservedResponse } from '../../../src/verify/run/run.js';
import { budget } from '../../budget.js';
import { cast } from '../../cast.js';
import { filled } from '../../written-values.js';
import {
  cases as provocations,
  good,
  JSON_TYPE,
  type Provocation,
} from '../../emulator/service/operations/provocations.js';
import { variedSandbox, type SeenResponse, type VariedSandbox } from '../../contract/variants/varied-sandbox.js';

const cases = shippedVariants().flatMap((point) => point.others.map(({ name }) => ({ point, variant: name })));
const context = { contract: shippedContract(), contracts: shippedContracts(), cases };
const touchedBy = (request: PactRequest, response: ObservedResponse): VariantCase[] =>
  touchedVariants(factsOf(request, response, context.contract), context);
const { contractId } = cast('Ben').credentials[0]!;
const [ravi, stella] = [cast('Ravi'), cast('Stella')];

/** No request here authenticates in this way; `every-variant.test.ts` does. */
const WITH_HTTP_BASIC = ['client-basic=refused', 'unencoded-basic=refused'];

/** Nothing lapses while these requests are sent; `every-variant.test.ts` lets time pass. */
const LATER = ['undecided-requests=never'];

/** Variants that only change what looks like a token, whose value is not compared. */
const LIKE_TOKENS = ['proposal-scope=row'];

/** Variants that only change headers of gateways, which are not compared. */
const GATEWAY_HEADERS = ['compression=gzip', 'request-id=x-request-id', 'cors=check'];

/** Requests for successes, for every error, and for what only some variants change. */
const requests: readonly Provocation[] = [
  ...Object.values(good),
  ...provocations.filter(isWorthwhile).map(({ id, provocation }) => ({ ...good[id], ...provocation })),
  { ...good.issueToken, body: `${good.issueToken.body}&scope=read` },
  ...written(),
];

function written(): Provocation[] {
  const document = readFileSync(new URL('touched-variants.yaml', import.meta.url), 'utf8');
  const encoded = { ben: encodeURIComponent(cast('Ben').partyId), stella: encodeURIComponent(stella.partyId) };
  return (filled(parse(document), encoded) as readonly (string | object)[]).map((one) => {
    const [line, body] = typeof one === 'string' ? [one] : Object.entries(one)[0]!;
    const [method, path] = line.split(/ (.*)/);
    const sent = body === undefined ? {} : { type: JSON_TYPE, body: JSON.stringify(body) };
    return { method: method!.toLowerCase() as 'get' | 'post', path: path!, ...sent };
  });
}

/** All errors of three operations, and what the others do not find. One that is too large takes long. */
function isWorthwhile({ id, status }: (typeof provocations)[number]): boolean {
  if (status === 413) return false;
  return status === 404 || ['issueToken', 'getUsers', 'generateVerificationLink'].includes(id);
}

/** Lists show the data that has been requested. */
function changesLaterOnes({ path }: Provocation): boolean {
  return path === good.createCredentialsRequest.path;
}

let emulator: Emulator;
/** Without variants. */
let base: readonly SeenExchange[];
beforeAll(async () => {
  emulator = await startEmulator({ population: 20, now: '2026-01-31T09:00:00.000Z' });
  base = await responsesIn(variedSandbox(emulator, {}));
});
afterAll(() => emulator.close());

interface SeenExchange {
  /** The place of the request in `requests`. */
  readonly at: number;
  readonly request: PactRequest;
  readonly response: ObservedResponse;
}

/** The chosen requests in the same order, so that each response can be compared with the one in another sandbox. */
async function responsesIn(
  { sandbox, send }: VariedSandbox,
  isChosen: (at: number) => boolean = () => true,
): Promise<SeenExchange[]> {
  sandbox.world.changeParty(stella.partyId, { status: 'BLOCKED' });
  const links: Readonly<Record<string, string>> = {
    '{link}': sandbox.verificationLink(contractId).token,
    '{link of a revoked credential}': sandbox.verificationLink(ravi.credentials[0]!.contractId).token,
    '{link of a blocked party}': sandbox.verificationLink(stella.credentials[0]!.contractId).token,
    '{parties}': sandbox.world
      .parties({ limit: 12 })
      .items.map(({ partyId }) => encodeURIComponent(partyId))
      .join(),
    '{expired link}': sandbox.verificationLink(contractId, { lifetime: 0 }).token,
  };
  const exchanges = [];
  for (const [at, { method = 'get', path = '', type = JSON_TYPE, body, scenario, token }] of requests.entries()) {
    if (!isChosen(at)) continue;
    const target = path.replace(/\{.*\}/, (place) => links[place]!);
    const sent = body?.replace('demo-institution', sandbox.clientId).replace('demo-secret', sandbox.clientSecret);
    const seen = await send(target, {
      method: method.toUpperCase(),
      ...((token === 'none' || path === '/oauth/token') && { token: undefined }),
      ...(sent !== undefined && { body: sent }),
      headers: {
        'Emulator-Sandbox': sandbox.id,
        ...(body !== undefined && { 'Content-Type': type }),
        ...(scenario !== undefined && { 'Emulator-Scenario': `${scenario};activation=a${at}` }),
      },
    });
    exchanges.push({ at, request: pactRequest(method, target, type, body), response: observed(seen) });
  }
  return exchanges;
}

function pactRequest(method: string, target: string, type: string, body: string | undefined): PactRequest {
  const url = new URL(target, 'http://emulator');
  const query = Object.fromEntries([...url.searchParams.keys()].map((name) => [name, url.searchParams.getAll(name)]));
  const content = type === JSON_TYPE && body !== undefined ? (JSON.parse(body) as unknown) : body;
  return {
    method: method.toUpperCase(),
    path: url.pathname,
    query,
    headers: body === undefined ? {} : { 'content-type': [type] },
    body: body === undefined ? undefined : { content },
  };
}

function observed({ status, headers, text }: SeenResponse): ObservedResponse {
  return { status, headers, body: text, diagnostics: [] };
}

/** Only requests that these interactions do not send show them; `test/contract/variants/every-variant.test.ts` does. */
const ODD_REQUESTS = [
  'broken-item=fails',
  'check-access=checked',
  'empty-parameter=ignored',
  'malformed-item=400',
  'order-of-checks=token-first',
  'path-case=ignored',
  'preflight=204',
  'search=username',
  'trailing-slash=tolerated',
];

test('every response that differs in a variant touched the point of the variant', async () => {
  const touched = base.map(({ request, response }) => new Set(touchedBy(request, response)));
  const missed = [];
  const unseen = [];
  for (const [index, one] of cases.entries()) {
    const { point, variant } = one;
    const others = budget({ short: (at: number) => at % 8 === index % 8, long: () => true });
    const varied = await responsesIn(
      variedSandbox(emulator, { variants: { [point.point]: variant } }),
      (at) => touched[at]!.has(one) || changesLaterOnes(requests[at]!) || others(at),
    );
    const different = varied.flatMap(({ at, response }) => (isSameResponse(base[at]!.response, response) ? [] : [at]));
    if (different.length === 0) unseen.push(`${point.point}=${variant}`);
    const untouched = different.filter((at) => !touched[at]!.has(one));
    missed.push(
      ...untouched.map(
        (at) => `${point.point}=${variant}: ${requests[at]!.method} ${requests[at]!.path} ${base[at]!.response.status}`,
      ),
    );
  }
  expect(missed).toEqual([]);
  // A variant that changes none of these responses would not be tested here.
  expect(unseen.toSorted()).toEqual(
    [...WITH_HTTP_BASIC, ...LATER, ...LIKE_TOKENS, ...GATEWAY_HEADERS, ...ODD_REQUESTS].toSorted(),
  );
}, 240_000);

test('most responses touch few variants', () => {
  const counts = base.map(({ request, response }) => touchedBy(request, response).length);
  expect(Math.max(...counts)).toBeLessThan(cases.length / 2);
});

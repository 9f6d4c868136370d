/**
 * Stands in for the process of the Pact verifier: it sends the requests of a pact, and compares nothing but the status.
 * With it a verification of hundreds of pacts takes seconds, and all of it but the verifier is the real one.
 */

import { request as send } from 'node:http';
import type { VerifierProcess } from '../../../src/verify/run/verifier-process.js';

type Generators = Readonly<Record<string, { readonly expression: string }>>;

interface SentInteraction {
  readonly _id: string;
  readonly providerState?: string;
  readonly providerStates?: readonly { readonly name: string }[];
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly query?: string | Readonly<Record<string, string | readonly string[]>>;
    readonly headers: Readonly<Record<string, string | readonly string[]>>;
    readonly body?: unknown;
    readonly generators?: {
      readonly path?: Generators[string];
      readonly query?: Generators;
      readonly body?: Generators;
    };
  };
  readonly response: { readonly status?: number; readonly matchingRules?: { readonly status?: unknown } };
}

interface Options {
  readonly providerBaseUrl: string;
  readonly providerStatesSetupUrl?: string;
}

/** A `VerifierProcess` without a process. */
export function statusVerifier(): VerifierProcess {
  return { verify, close: () => Promise.resolve() } as unknown as VerifierProcess;
}

/** What the verifier of Rust refuses to read. */
const UNREADABLE = /"match":"(?:foo|telepathy)"|"\$\.\.|\\ud800(?!\\u)/;

async function verify(pact: string, options: Options): Promise<string> {
  if (UNREADABLE.test(pact))
    return JSON.stringify({ errors: [{ mismatch: { interactionId: '', message: 'Failed to load pact' } }] });
  const { interactions } = JSON.parse(pact) as { interactions: readonly SentInteraction[] };
  const errors: object[] = [];
  for (const { _id: interactionId, request, response, ...states } of interactions) {
    const { status: expected = 200 } = response;
    const status = await statusOf(request, await stateValues(states, options), options);
    if (isExpected(response, status)) continue;
    const mismatches = [{ type: 'StatusMismatch', mismatch: `expected ${expected} but was ${status}` }];
    errors.push({ mismatch: { interactionId, mismatches } });
  }
  const interactionResults = interactions.map(({ _id }) => ({ interactionId: _id, result: 'OK' }));
  return JSON.stringify({ errors, interactionResults });
}

function isExpected({ status: expected = 200, matchingRules }: SentInteraction['response'], status: number): boolean {
  const isClass = matchingRules?.status !== undefined;
  return isClass ? Math.floor(status / 100) === Math.floor(expected / 100) : status === expected;
}

async function stateValues(
  { providerState, providerStates = [] }: Pick<SentInteraction, 'providerState' | 'providerStates'>,
  { providerStatesSetupUrl }: Options,
): Promise<Readonly<Record<string, unknown>>> {
  if (providerStatesSetupUrl === undefined) return {};
  const body = JSON.stringify({ state: providerState ?? providerStates[0]?.name, params: {}, action: 'setup' });
  const response = await fetch(providerStatesSetupUrl, { method: 'POST', body });
  return (await response.json()) as Record<string, unknown>;
}

function statusOf(
  { method, path, query = {}, headers, body, generators = {} }: SentInteraction['request'],
  values: Readonly<Record<string, unknown>>,
  { providerBaseUrl }: Options,
): Promise<number> {
  const generated = (generator: Generators[string] | undefined, example: string): string => {
    if (generator === undefined) return example;
    const { expression } = generator;
    return expression.includes('${')
      ? expression.replace(/\$\{(\w+)\}/g, (_, name: string) => String(values[name]))
      : String(values[expression]);
  };
  const pairs = (name: string, list: string | readonly string[]): string[] =>
    [list]
      .flat()
      .map((value) => `${encodeURIComponent(name)}=${encodeURIComponent(generated(generators.query?.[name], value))}`);
  const text =
    typeof query === 'string'
      ? query
      : Object.entries(query)
          .flatMap(([name, list]) => pairs(name, list))
          .join('&');
  const { content, type } = contentOf(body, (place, example) => generated(generators.body?.[place], example));
  const sent = new Map<string, string>(content.length === 0 ? [] : [['content-type', type]]);
  for (const [name, list] of Object.entries(headers)) sent.set(name.toLowerCase(), [list].flat().join(', '));
  const url = providerBaseUrl + generated(generators.path, path) + (text === '' ? '' : `?${text}`);
  return new Promise((resolve, reject) => {
    const all = { ...Object.fromEntries(sent), 'content-length': content.length };
    send(url, { method, headers: all }, (response) => {
      response.resume().on('end', () => {
        resolve(response.statusCode!);
      });
    })
      .on('error', reject)
      .end(content);
  });
}

/** In version 4 a body is an object with `content`. */
function contentOf(
  body: unknown,
  generated: (place: string, example: string) => string,
): { readonly content: Buffer; readonly type: string } {
  if (body === undefined) return { content: Buffer.alloc(0), type: '' };
  if (typeof body === 'string') return { content: Buffer.from(body), type: 'text/plain' };
  const isV4 = typeof body === 'object' && body !== null && 'encoded' in body;
  const { content, contentType, encoded } = (
    isV4 ? body : { content: body, contentType: 'application/json', encoded: false }
  ) as { content: unknown; contentType: string; encoded: string | false };
  if (typeof content === 'string')
    return { content: Buffer.from(content, encoded === 'base64' ? 'base64' : 'utf8'), type: contentType };
  const json = JSON.stringify(content, (name, value: unknown) =>
    typeof value === 'string' && name !== '' ? generated(`$.${name}`, value) : value,
  );
  return { content: Buffer.from(json), type: contentType };
}

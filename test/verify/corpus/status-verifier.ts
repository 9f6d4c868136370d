/**
 * Stands in for the process of the Pact verifier: it sends the requests of a pact, and compares nothing but the status.
 * With it a verification of hundreds of pacts takes seconds, and all of it but the verifier is the real one.
 */

import { request as send } from 'node:http';
import type { VerifierProcess } from '../../../src/verify/run/verifier-process.js';

type Generators = Readonly<Record<string, { readonly expression?: string }>>;

interface SentPact {
  readonly interactions: readonly SentInteraction[];
  readonly metadata: { readonly pactSpecification?: { readonly version: unknown } };
}

interface SentInteraction {
  readonly _id: string;
  readonly type?: string;
  readonly providerState?: string;
  readonly providerStates?: readonly { readonly name: string }[];
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly query?: string | Readonly<Record<string, string | readonly string[]>>;
    readonly headers?: Readonly<Record<string, string | readonly string[]>>;
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
const UNREADABLE = /"match":"(?:foo|telepathy|constructor)"|"status":"sucess"|"\$\.\.|\\ud800(?!\\u)/;

async function verify(pact: string, options: Options): Promise<string> {
  const { interactions, metadata } = JSON.parse(pact) as SentPact;
  const hasTypes = metadata.pactSpecification?.version === '4.0';
  if (UNREADABLE.test(pact) || (hasTypes && interactions.some(({ type }) => type === undefined)))
    return JSON.stringify({ errors: [{ mismatch: { interactionId: '', message: 'Failed to load pact' } }] });
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
  { method, path, query = {}, headers = {}, body, generators = {} }: SentInteraction['request'],
  values: Readonly<Record<string, unknown>>,
  { providerBaseUrl }: Options,
): Promise<number> {
  const generated = (generator: Generators[string] | undefined, example: string): string => {
    const { expression } = generator ?? {};
    if (expression === undefined) return example;
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
  const content = contentOf(body, (place, example) => generated(generators.body?.[place], example));
  const sent = new Map<string, string>();
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
function contentOf(body: unknown, generated: (place: string, example: string) => string): Buffer {
  if (body === undefined) return Buffer.alloc(0);
  if (typeof body === 'string') return Buffer.from(body);
  const isV4 = typeof body === 'object' && body !== null && 'encoded' in body;
  const { content, encoded } = (isV4 ? body : { content: body, encoded: false }) as {
    content: unknown;
    encoded: string | false;
  };
  if (typeof content === 'string') return Buffer.from(content, encoded === 'base64' ? 'base64' : 'utf8');
  const json = JSON.stringify(content, (name, value: unknown) =>
    typeof value === 'string' && name !== '' ? generated(`$.${name}`, value) : value,
  );
  return Buffer.from(json);
}

/** An exchange as a test: it arranges a sandbox, repeats the call, and expects the same response. */

import type { Exchange, Sandbox } from '../../control/types.js';
import { catalogue, selectionOf, type ParameterSpec } from '../../state/scenarios.js';
import { bodyOf, CLIENT_SECRET_MARKER, hasToken, headersOf, targetOf } from './repeatable.js';

type Applied = Exchange['scenarios'][number];

/** The text of a test file for Vitest. */
export function testOf(exchange: Exchange, sandbox: Sandbox): string {
  const { at, operation, method, path, status, scenarios } = exchange;
  const { ending } = exchange.response;
  const title = `${operation ?? `${method} ${path}`} ${ending === undefined ? `responds with ${status}` : 'gets no whole response'}`;
  const earlier = Math.max(0, ...scenarios.map(({ call }) => call - 1));
  const options = optionsOf(sandbox);
  return [
    "import { expect } from 'vitest';",
    options === ''
      ? "import { test } from 'id-emulator/vitest';"
      : "import { emulatorTest } from 'id-emulator/vitest';",
    '',
    ...(options === '' ? [] : [`const test = emulatorTest(${options});`, '']),
    `test(${quoted(title)}, async ({ sandbox }) => {`,
    `  sandbox.clock.freeze(${quoted(at)});`,
    ...scenarios.filter(({ selector }) => selector === 'sandbox').map((applied) => `  ${activation(applied)}`),
    ...tokenLines(exchange, sandbox),
    `  const send = () => fetch(${requestOf(exchange, sandbox)});`,
    ...(earlier > 0
      ? [
          `  // It was call ${earlier + 1} of the scenario.`,
          `  for (let call = 1; call <= ${earlier}; call++) await send().catch(() => undefined);`,
        ]
      : []),
    ...expectation(exchange),
    '});',
    '',
  ].join('\n');
}

/** The options in which the sandbox differs from one of an emulator without options; empty if in none. */
function optionsOf({ fixture, seed, population, revision, strict, variants, tokenTtl, linkTtl }: Sandbox): string {
  const usual = {
    fixture: 'default',
    seed: 1,
    population: 200,
    revision: 'specification',
    strict: false,
    tokenTtl: 3_600,
    linkTtl: 900,
  };
  const actual = { fixture, seed, population, revision, strict, tokenTtl, linkTtl };
  const others = Object.entries(actual).filter(([name, value]) => value !== usual[name as keyof typeof usual]);
  const all = Object.keys(variants).length > 0 ? [...others, ['variants', variants] as const] : others;
  return all.length === 0 ? '' : JSON.stringify(Object.fromEntries(all));
}

function activation({ scenario, parameters }: Applied): string {
  const known = catalogue.value.value?.find(({ name }) => name === scenario);
  if (known === undefined) return `sandbox.scenarios.select(${quoted(scenario)});`;
  const specs = known.parameters as Readonly<Record<string, ParameterSpec>>;
  const typed = Object.entries(parameters).map(([name, value]): [string, string] => {
    const text = Array.isArray(value) ? value.join(', ') : String(value);
    return [name, specs[name]?.type === 'duration' ? `${text}ms` : text];
  });
  return `sandbox.scenarios.select(${quoted(selectionOf(known, Object.fromEntries(typed)))});`;
}

/** None if the request had no token. The suffix of a client ID selects scenarios. */
function tokenLines(exchange: Exchange, { clientId }: Sandbox): string[] {
  if (!hasToken(exchange)) return [];
  const suffix = exchange.clientId?.slice(clientId.length) ?? '';
  if (suffix === '') return ['  const { accessToken } = sandbox.accessToken();'];
  return [
    '  const form = new URLSearchParams({',
    "    grant_type: 'client_credentials',",
    `    client_id: sandbox.clientId + ${quoted(suffix)},`,
    '    client_secret: sandbox.clientSecret,',
    '  });',
    "  const issued = await fetch(sandbox.tokenUrl, { method: 'POST', body: form });",
    '  const { access_token: accessToken } = (await issued.json()) as { access_token: string };',
  ];
}

function requestOf(exchange: Exchange, { clientId }: Sandbox): string {
  const body = bodyOf(exchange);
  const headers = headersOf(exchange).map(([name, value]) => `${quoted(name)}: ${quoted(value)}`);
  if (hasToken(exchange)) headers.unshift('Authorization: `Bearer ${accessToken}`');
  const init = [
    ...(exchange.method === 'GET' ? [] : [`method: ${quoted(exchange.method)}`]),
    ...(headers.length === 0 ? [] : [`headers: { ${headers.join(', ')} }`]),
    ...(body === undefined ? [] : [`body: ${withOwnCredentials(body, clientId)}`]),
  ];
  const url = `sandbox.url + ${quoted(targetOf(exchange))}`;
  return init.length === 0 ? url : `${url}, {\n${init.map((line) => `    ${line},\n`).join('')}  }`;
}

/** The sandbox of the test has credentials of its own. */
function withOwnCredentials(body: string, clientId: string): string {
  if (!body.includes(CLIENT_SECRET_MARKER)) return quoted(body);
  return `${quoted(body)}.replace(${quoted(clientId)}, sandbox.clientId).replace(${quoted(CLIENT_SECRET_MARKER)}, sandbox.clientSecret)`;
}

function expectation({ status, response: { ending, body } }: Exchange): string[] {
  if (ending === 'never')
    return ['  // The emulator sends no response: give your client a limit of time.', '  void send;'];
  if (ending !== undefined) return ['  await expect(send().then((response) => response.text())).rejects.toThrow();'];
  const text = body !== undefined && 'text' in body ? body.text : undefined;
  const isSecret = text === undefined || text === '' || text.includes('~');
  return [
    '  const response = await send();',
    `  expect(response.status).toBe(${status});`,
    ...(isSecret ? [] : [`  expect(await response.text()).toBe(${quoted(text)});`]),
  ];
}

/** A string of JavaScript in single quotes. */
function quoted(text: string): string {
  const inner = JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"')
    .replaceAll("'", String.raw`\'`);
  return `'${inner}'`;
}

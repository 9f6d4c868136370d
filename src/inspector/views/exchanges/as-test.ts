/**
 * An exchange as a test: the test arranges a sandbox, repeats the call, and expects what is characteristic of the
 * response. The functions below return lines of its code.
 */

import { failedItems } from '../../../common/batch-items.js';
import { nonEmpty, parseJson } from '../../../common/json.js';
import { textOf } from '../../control/message.js';
import type { Exchange, Sandbox } from '../../control/types.js';
import { linksIn, withLinks } from '../world/links.js';
import { authorizationOf, bodyOf, CLIENT_SECRET_MARKER, errorCodeOf } from './repeatable.js';
import DEFAULT_OPTIONS from './default-options.json' with { type: 'json' };
import { headersOf, isCopied, sentTarget } from './repeatable.js';

/** The text of a test file for Vitest. */
export function testOf(exchange: Exchange, sandbox: Sandbox): string {
  const { at, operation, method, path, status, repetition } = exchange;
  const { start, select, call } = repetition!;

  const isWhole = faultEndingOf(exchange) === undefined;
  const outcome = isWhole ? `responds with ${status}` : 'gets no whole response';
  const title = `${operation ?? `${method} ${path}`} ${outcome}`;

  // The lines of the test before its expectations: token, clock, link, scenarios, the call and the calls before it.
  const { lines, headers } = authorizationFor(exchange, sandbox);
  const steps = [...lines, `  sandbox.clock.freeze(${quoted(at)});`, ...linkLines(exchange)];
  if (select !== '') steps.push(`  sandbox.scenarios.select(${quoted(select)});`);
  steps.push(`  const send = () => fetch(${requestOf(exchange, sandbox, headers)});`);
  if (call > 1) {
    steps.push(`  // It was call ${call} of the scenario.`);
    steps.push(`  for (let call = 1; call < ${call}; call++) await send().catch(() => undefined);`);
  }

  return `import { expect } from 'vitest';
import { emulatorTest } from 'id-emulator/vitest';

const test = emulatorTest(${optionsOf(sandbox, start)});

test(${quoted(title)}, async ({ sandbox }) => {
${[...steps, ...expectation(exchange)].join('\n')}
});
`;
}

/** The options as code: the start of the clock, on which the dates of the world depend, and what is no default. */
function optionsOf(sandbox: Sandbox, start: string): string {
  const names = Object.keys(DEFAULT_OPTIONS) as (keyof typeof DEFAULT_OPTIONS)[];
  const changed = names.filter((name) => sandbox[name] !== DEFAULT_OPTIONS[name]).map((name) => [name, sandbox[name]]);
  return JSON.stringify({ now: start, ...Object.fromEntries(changed), ...nonEmpty('variants', sandbox.variants) });
}

/** The line that makes a link; none if the address has none. The new link replaces the recorded link in the address. */
function linkLines({ at, path }: Exchange): string[] {
  const [link] = linksIn(path);
  if (link === undefined) return [];

  // The link had expired before the recorded call, so the link of the test expires at once.
  const lifetime = link.expiresAt <= Date.parse(at) ? ', { lifetime: 0 }' : '';

  return [`  const link = sandbox.verificationLink(${quoted(link.subject)}${lifetime});`];
}

/** The arguments of `fetch`. @param authorization the headers that name the sandbox, as code */
function requestOf(exchange: Exchange, sandbox: Sandbox, authorization: readonly string[]): string {
  const body = bodyOf(exchange);
  // The recorded header would name the recorded sandbox. The authorization names the sandbox of the test.
  const copied = headersOf(exchange).filter((header) => isCopied(header) && !/^emulator-sandbox$/i.test(header[0]));
  const headers = [...authorization, ...copied.map(([name, value]) => `${quoted(name)}: ${quoted(value)}`)];

  const init = [`headers: { ${headers.join(', ')} }`];
  if (exchange.method !== 'GET') init.unshift(`method: ${quoted(exchange.method)}`);
  if (body !== undefined) init.push(`body: ${withOwnCredentials(body, sandbox.clientId)}`);

  const target = quoted(sentTarget(exchange));
  // The link of the test exists only when the test runs: it is put between two parts of the text.
  const url = linksIn(exchange.path).length === 0 ? target : withLinks(target, "' + link.token + '");
  const lines = init.map((line) => `    ${line},\n`);

  return `sandbox.url + ${url}, {\n${lines.join('')}  }`;
}

/**
 * How a test names its sandbox in a request, as code: the lines that get a token, and the headers. The token is valid,
 * expired or revoked, as the token of the recorded request was.
 */
type TestAuthorization = Readonly<Record<'lines' | 'headers', readonly string[]>>;

/** The authorization of the repeated request, in the state in which the recorded one was. */
function authorizationFor(exchange: Exchange, { clientId }: Sandbox): TestAuthorization {
  const sent = authorizationOf(exchange);
  // A request without a token of the sandbox needs this header, so that the emulator knows the sandbox.
  const sandboxHeader = "'Emulator-Sandbox': sandbox.id";
  if (sent.kind === 'none') return { lines: [], headers: [sandboxHeader] };
  if (sent.kind === 'text') return { lines: [], headers: [sandboxHeader, `Authorization: ${quoted(sent.value)}`] };
  if (sent.kind === 'basic') {
    const pair = withOwnCredentials(`${sent.clientId}:${sent.secret}`, clientId);
    return { lines: [], headers: [sandboxHeader, `Authorization: \`Basic \${btoa(${pair})}\``] };
  }

  // The clock stands two seconds earlier, when a token with a lifetime of one second is issued.
  const before = new Date(Date.parse(exchange.at) - 2_000).toISOString();
  const freeze = (time: string): string => `  sandbox.clock.freeze(${quoted(time)});`;
  const token = (options: string): string => `  const { accessToken } = sandbox.accessToken(${options});`;
  const lines = {
    valid: [freeze(exchange.at), token('')],
    expired: ['  // The token expires before the request.', freeze(before), token('{ lifetime: 1 }')],
    refused: [token(''), '  // The token was revoked.', "  sandbox.scenarios.select('token-revoked');"],
  };

  return { lines: lines[sent.kind], headers: ['Authorization: `Bearer ${accessToken}`'] };
}

/** A text as code, in which the credentials of the test's sandbox replace those of the recorded sandbox. */
function withOwnCredentials(text: string, clientId: string): string {
  const replaced = (recorded: string, own: string): string =>
    text.includes(recorded) ? `.replace(${quoted(recorded)}, ${own})` : '';
  const clientIdCode = replaced(clientId, 'sandbox.clientId');
  return quoted(text) + clientIdCode + replaced(CLIENT_SECRET_MARKER, 'sandbox.clientSecret');
}

/** How a fault ended the response; undefined if the response was whole, or if the client left before its end. */
function faultEndingOf({ response: { ending } }: Exchange): Exchange['response']['ending'] {
  return ending === 'client-left' || ending === 'client-left-midway' ? undefined : ending;
}

/** The lines that expect the status, the code of an error, a body in JSON or not, and the failed items of a batch. */
function expectation(exchange: Exchange): string[] {
  const { status, method } = exchange;
  const ending = faultEndingOf(exchange);
  if (ending === 'never')
    return ['  // The emulator sends no response: give your client a limit of time.', '  void send;'];
  if (ending !== undefined) return ['  await expect(send().then((response) => response.text())).rejects.toThrow();'];

  const received = ['  const response = await send();', `  expect(response.status).toBe(${status});`];
  const text = method === 'HEAD' ? '' : textOf(exchange.response.body);
  if (text === '') return received;

  const value = parseJson(text);
  if (value === undefined) return [...received, '  await expect(response.json()).rejects.toThrow();'];

  // The first of these that the response has is expected: not JSON, the code of an error, the failed items.
  const code = errorCodeOf(exchange);
  if (Object.keys(code).length > 0)
    return [...received, `  expect(await response.json()).toMatchObject(${JSON.stringify(code)});`];

  const failed = failedItems(value);
  if (failed.length === 0) return received;

  return [
    ...received,
    '  const { results } = (await response.json()) as { results: object[] };',
    "  const failed = results.flatMap((result, at) => ('error' in result ? [at] : []));",
    `  expect(failed).toEqual(${JSON.stringify(failed)});`,
  ];
}

/** A string of JavaScript in single quotes. */
function quoted(text: string): string {
  // JSON escapes double quotes, which need no escape between single quotes.
  const inner = JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"');
  return `'${inner.replaceAll("'", String.raw`\'`)}'`;
}

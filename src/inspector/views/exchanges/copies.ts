/** An exchange as commands and as programs, which select its scenarios in the sandbox and repeat the request. */

import { curlCommand, memberOf, shellQuote } from '../../../common/reporting/commands.js';
import type { Exchange, Sandbox } from '../../control/types.js';
import { testOf } from './as-test.js';
import { type CopiedRequest, placeOf, repetitionOf, type SetUp, type Variable, VARIABLES } from './repetition.js';

/** How a language writes the parts of a copy. `sent` is the code that sends a request. */
interface Language {
  /** What begins a comment. */
  readonly comment: string;
  /** What begins and ends a text. */
  readonly quote: string;
  /** What joins a text and a variable. */
  readonly join: string;
  readonly variables: Readonly<Record<Variable, string>>;
  /** Lines before all others. */
  readonly head: readonly string[];
  /** The code that sends a request. */
  readonly send: (request: CopiedRequest) => string;
  /** Puts a member of the response's body into a variable. */
  readonly take: (variable: Variable, sent: string, member: string) => string;
  /** Sends, and ignores the response. */
  readonly act: (sent: string) => string;
  /** Sends several times, and ignores responses and errors. */
  readonly repeat: (count: number, sent: string) => string;
  /** Sends, and prints the response. */
  readonly last: (sent: string) => string;
}

/** The command for curl, without the headers of the response. */
function quiet(command: string): string {
  return command.replace('curl -i', 'curl -s');
}

const LANGUAGES = {
  curl: {
    comment: '#',
    quote: "'",
    join: '',
    variables: { token: '"$TOKEN"', link: '"$LINK"', control: '"$ID_EMULATOR_CONTROL_TOKEN"' },
    head: [],
    send: ({ url, ...request }) => curlCommand({ ...request, address: shellQuote(url), hasToken: false }),
    take: (variable, sent, member) => `${variable.toUpperCase()}=$(${quiet(sent)} ${memberOf(member)})`,
    act: (sent) => `${quiet(sent)} > /dev/null`,
    repeat: (count, sent) => `for call in $(seq ${count}); do ${quiet(sent)} > /dev/null; done`,
    last: (sent) => sent,
  },
  fetch: {
    comment: '//',
    quote: '"',
    join: ' + ',
    variables: { token: 'token', link: 'link', control: 'process.env.ID_EMULATOR_CONTROL_TOKEN' },
    head: [],
    send: ({ method, url, headers, body }) => {
      // For a body that is a text, `fetch` would add a `Content-Type`.
      const sentBody = body === undefined ? '' : `, body: new TextEncoder().encode(${JSON.stringify(body)})`;
      return `fetch(${JSON.stringify(url)}, { method: "${method}", headers: ${namedValues(headers)}${sentBody} })`;
    },
    take: (variable, sent, member) => `const ${variable} = (await (await ${sent}).json()).${member};`,
    act: (sent) => `await ${sent};`,
    repeat: (count, sent) => `for (let call = 0; call < ${count}; call++) await ${sent}.catch(() => undefined);`,
    last: (sent) => `const response = await ${sent};\nconsole.log(response.status, await response.text());`,
  },
  Python: {
    comment: '#',
    quote: '"',
    join: ' + ',
    variables: { token: 'token', link: 'link', control: 'os.environ["ID_EMULATOR_CONTROL_TOKEN"]' },
    head: ['import os', 'import requests', ''],
    send: ({ method, url, headers, body }) => {
      const sentBody = body === undefined ? '' : `, data=${JSON.stringify(body)}.encode()`;
      return `requests.request("${method}", ${JSON.stringify(url)}, headers=${namedValues(headers)}${sentBody})`;
    },
    take: (variable, sent, member) => `${variable} = ${sent}.json()["${member}"]`,
    act: (sent) => sent,
    repeat: (count, sent) =>
      `for call in range(${count}):\n    try:\n        ${sent}\n    except requests.RequestException:\n        pass`,
    last: (sent) => `response = ${sent}\nprint(response.status_code, response.text)`,
  },
} satisfies Record<string, Language>;

/** What one can copy of an exchange. */
export type CopyName = keyof typeof LANGUAGES | 'a test';

/**
 * The exchange as code.
 * @param control `isGuarded`: whether the control plane requires a token
 * @throws Error if the body of the request is not kept
 */
export function copyOf(
  name: CopyName,
  exchange: Exchange,
  sandbox: Sandbox,
  control: { readonly isGuarded: boolean },
): string {
  if (name === 'a test') return testOf(exchange, sandbox);

  const language: Language = LANGUAGES[name];
  const { setUp, callsBefore, note, request } = repetitionOf(exchange, sandbox, control);
  const sent = language.send(request);
  const lines = [
    ...language.head,
    ...setUp.flatMap((step) => setUpLines(step, language)),
    ...(callsBefore > 0 ? [language.repeat(callsBefore, sent)] : []),
    ...commentLines(note, language),
    language.last(sent),
  ];

  return withVariables(lines.join('\n'), language);
}

function setUpLines({ note, request, brings }: SetUp, language: Language): string[] {
  const sent = language.send(request);
  const line = brings === undefined ? language.act(sent) : language.take(brings.variable, sent, brings.member);
  return [...commentLines(note, language), line];
}

function commentLines(text: string | undefined, { comment }: Language): string[] {
  return text === undefined ? [] : [`${comment} ${text}`];
}

/** Puts the variables into the texts: `"a<link>b"` becomes `"a" + link + "b"`, and `"a<link>"` becomes `"a" + link`. */
function withVariables(code: string, { quote, join, variables }: Language): string {
  return VARIABLES.reduce((written, variable) => {
    const place = placeOf(variable);
    const value = `${quote}${join}${variables[variable]}`;
    return written.replaceAll(place + quote, value).replaceAll(place, value + join + quote);
  }, code);
}

/** Headers as a literal: JavaScript and Python have that of JSON. */
function namedValues(headers: CopiedRequest['headers']): string {
  return JSON.stringify(Object.fromEntries(headers));
}

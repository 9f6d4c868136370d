/** An exchange as commands and as programs, which select its scenarios in the sandbox and repeat the request. */

import { curlCommand, memberOf, shellQuote } from '../../../common/reporting/commands.js';
import type { Exchange, Sandbox } from '../../control/types.js';
import { testOf } from './as-test.js';
import LANGUAGES from './languages.json' with { type: 'json' };
import { type CopiedRequest, placeOf, repetitionOf, type SetUp, VARIABLES } from './repetition.js';

type LanguageName = keyof typeof LANGUAGES;

/**
 * How a language writes a copy.
 * - `comment`, `quote`, `join` and `variables` are parts of lines: the beginning of a comment, the ends of a text, what
 *   joins a text and a variable, and the names of the variables.
 * - `head` has the first lines.
 * - The other members are lines that send a request, which {@link written} fills. `take` puts a member of the response
 *   into a variable, `act` ignores the response, `repeat` sends several times and ignores errors, too, and `last`
 *   prints the response.
 */
type Language = (typeof LANGUAGES)[LanguageName];

/** The code that sends a request. */
const SENDERS: Readonly<Record<LanguageName, (request: CopiedRequest) => string>> = {
  curl: ({ url, ...request }) => curlCommand({ ...request, address: shellQuote(url), hasToken: false }),
  fetch: ({ method, url, headers, body }) => {
    // For a body that is a text, `fetch` would add a `Content-Type`.
    const sentBody = body === undefined ? '' : `, body: new TextEncoder().encode(${JSON.stringify(body)})`;
    return `fetch(${JSON.stringify(url)}, { method: "${method}", headers: ${namedValues(headers)}${sentBody} })`;
  },
  Python: ({ method, url, headers, body }) => {
    const sentBody = body === undefined ? '' : `, data=${JSON.stringify(body)}.encode()`;
    return `requests.request("${method}", ${JSON.stringify(url)}, headers=${namedValues(headers)}${sentBody})`;
  },
};

/** The forms in which an exchange can be copied. */
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

  // First what the request needs, then the calls before it, and then the request itself.
  const language: Language = LANGUAGES[name];
  const { setUp, callsBefore, note, request } = repetitionOf(exchange, sandbox, control);
  const sent = SENDERS[name](request);
  const lines = [
    ...language.head,
    ...setUp.flatMap((step) => setUpLines(step, language, SENDERS[name](step.request))),
    ...(callsBefore > 0 ? [written(language.repeat, sent, { count: String(callsBefore) })] : []),
    ...commentLines(note, language),
    written(language.last, sent),
  ];

  return withVariables(lines.join('\n'), language);
}

/** The lines of a request that comes before the repeated one. */
function setUpLines({ note, brings }: SetUp, language: Language, sent: string): string[] {
  const { variable = '', member = '' } = brings ?? {};
  const parts = { variable, VARIABLE: variable.toUpperCase(), member, found: memberOf(member) };
  const line = brings === undefined ? language.act : language.take;

  return [...commentLines(note, language), written(line, sent, parts)];
}

/** A line of a language with the code that sends a request, and with other parts by their names. */
function written(line: string, sent: string, others: Readonly<Record<string, string>> = {}): string {
  // `quiet` is the command for curl that does not print the headers of the response. Lines that do not show the
  // response use it.
  const quiet = sent.replace('curl -i', 'curl -s');
  const parts = new Map(Object.entries({ sent, quiet, ...others }));

  return line.replace(/\{(\w+)\}/g, (place, name: string) => parts.get(name) ?? place);
}

/** A text as a comment; no line without a text. */
function commentLines(text: string | undefined, { comment }: Language): string[] {
  return text === undefined ? [] : [`${comment} ${text}`];
}

/** Puts the variables into the texts: `"a<link>b"` becomes `"a" + link + "b"`, and `"a<link>"` becomes `"a" + link`. */
function withVariables(code: string, { quote, join, variables }: Language): string {
  let filled = code;
  for (const variable of VARIABLES) {
    const place = placeOf(variable);
    const value = `${quote}${join}${variables[variable]}`;
    filled = filled.replaceAll(place + quote, value).replaceAll(place, value + join + quote);
  }

  return filled;
}

/** Headers as a literal. In JavaScript and in Python, the JSON of an object of texts is a literal. */
function namedValues(headers: CopiedRequest['headers']): string {
  return JSON.stringify(Object.fromEntries(headers));
}

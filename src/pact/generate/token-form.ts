/** The form of a token request without the client's credentials. */

import { parseForm } from '../../contract/query-string.js';
import { rule, type Rules } from '../pact-json.js';
import { CLIENT_ID, CLIENT_SECRET } from './placeholders.js';

const CREDENTIALS: Readonly<Record<string, string>> = { client_id: CLIENT_ID, client_secret: CLIENT_SECRET };

/** The form with placeholders. */
export function tokenForm(text: string): string {
  const fields = [...parseForm(text)].flatMap(([name, values]) =>
    values.map((value): [string, string] => [name, CREDENTIALS[name] ?? value]),
  );
  return String(new URLSearchParams(fields));
}

/** Any client's credentials will do. */
export function tokenFormRules(text: string): Rules {
  const names = [...parseForm(text).keys()].filter((name) => Object.hasOwn(CREDENTIALS, name));
  return Object.fromEntries(names.map((name) => [`$.${name}`, rule({ match: 'type' })]));
}

/** Placeholders for secrets: secrets do not belong to what consumer and provider agree on. */

import { parseForm } from '../../contract/query-string.js';
import type { Rules } from '../../emulator/control/pact-document.js';
import { rule } from '../pact-json.js';

/** The texts that stand for secrets in a generated pact. */
export const ACCESS_TOKEN = 'access-token';
export const LINK_TOKEN = 'link-token';
export const CLIENT_ID = 'client-id';
export const CLIENT_SECRET = 'client-secret';

/**
 * Placeholders by the name of the secret member in a response. `verificationUrl` has one because it contains the link's
 * token and the emulator's port.
 */
export const PLACEHOLDERS: ReadonlyMap<string, string> = new Map([
  ['access_token', ACCESS_TOKEN],
  ['token', LINK_TOKEN],
  ['verificationUrl', `https://service.example/verify/${LINK_TOKEN}`],
]);

/** Placeholders by field of a token request. */
const FORM_FIELDS = new Map(Object.entries({ client_id: CLIENT_ID, client_secret: CLIENT_SECRET }));

/** The form of a token request with placeholders for the client credentials. */
export function withPlaceholders(form: string): string {
  const fields = [...parseForm(form)].flatMap(([name, values]) =>
    values.map((value): [string, string] => [name, FORM_FIELDS.get(name) ?? value]),
  );
  return String(new URLSearchParams(fields));
}

/** Matching rules that accept every client's credentials. */
export function placeholderRules(form: string): Rules {
  const names = [...parseForm(form).keys()].filter((name) => FORM_FIELDS.has(name));
  return Object.fromEntries(names.map((name) => [`$.${name}`, rule({ match: 'type' })]));
}

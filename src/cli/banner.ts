/** What `id-emulator start` prints when it listens. */

import type { Emulator } from '../emulator.js';
import type { Settings } from './settings.js';

/** For people: addresses, credentials, and a line to paste. */
export function prettyBanner(emulator: Emulator, { seed, population }: Settings): string {
  const { url, apiUrl, tokenUrl, clientId, clientSecret, network } = emulator;
  const form = ['grant_type=client_credentials', `client_id=${clientId}`, `client_secret=${clientSecret}`];
  const token = `curl -s ${tokenUrl} ${form.map((field) => `--data-urlencode ${shellQuote(field)}`).join(' ')}`;
  return `id-emulator listens on ${url} (${network}, seed ${seed}, ${population} generated parties)

  API            ${apiUrl}
  token URL      ${tokenUrl}
  client ID      ${clientId}
  client secret  ${clientSecret}

Try it:

  curl -H "Authorization: Bearer $(${token} | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')" ${apiUrl}/institutions/me/users
`;
}

/** For programs: one line. */
export function jsonBanner({ url, apiUrl, tokenUrl, clientId, clientSecret, network }: Emulator): string {
  return `${JSON.stringify({ event: 'ready', url, apiUrl, tokenUrl, clientId, clientSecret, network })}\n`;
}

/** A text as one word of a POSIX shell. */
export function shellQuote(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

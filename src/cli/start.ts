/** `id-emulator start`: runs an emulator until it is told to end. */

import type { Command } from 'commander';
import { type Emulator, startEmulator } from '../emulator.js';
import { closeOnSignal } from './close-on-signal.js';
import { SETTING_SPECS, type Settings, withSettings } from './settings.js';

const LOOPBACK = /^(?:127\.|::1$|localhost$)/;

/** Declares the command. */
export function addStartCommand(root: Command): void {
  withSettings(root.command('start').description('start the emulator'), SETTING_SPECS, start);
}

/** Starts, announces, and ends on SIGTERM or SIGINT with code 0. */
async function start(settings: Settings): Promise<void> {
  const { log, ...options } = settings;
  const emulator = await startEmulator(options, {
    onInternalError: (error) => {
      reportError(error, settings);
    },
  });
  closeOnSignal(() => emulator.close());
  if (log === 'json') process.stdout.write(jsonBanner(emulator));
  if (log === 'pretty') process.stdout.write(prettyBanner(emulator, settings));
  if (log !== 'silent' && settings.signingKey === undefined && !LOOPBACK.test(settings.host ?? '127.0.0.1'))
    warnOfKnownKey(settings);
}

function reportError(error: Error, { log }: Settings): void {
  if (log === 'json')
    process.stdout.write(
      `${JSON.stringify({ event: 'error', name: error.name, message: error.message, stack: error.stack })}\n`,
    );
  else process.stderr.write(`id-emulator: internal error, please report it: ${error.stack ?? error.message}\n`);
}

function warnOfKnownKey({ log, host }: Settings): void {
  const message = `others may reach ${host ?? ''}, and the development key that signs access tokens is known to everybody; give it a key of its own with --signing-key`;
  if (log === 'json') process.stdout.write(`${JSON.stringify({ event: 'warning', message })}\n`);
  else process.stderr.write(`id-emulator: ${message}\n`);
}

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

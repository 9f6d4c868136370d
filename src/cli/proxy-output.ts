/** What `id-emulator proxy` prints: nothing personal and no secret, so that it may stand in the log of a CI. */

import type { Proxy } from '../proxy/start-proxy.js';
import type { ProxiedExchange } from '../proxy/proxied-exchange.js';
import type { ProxyOptions } from '../proxy/proxy-options.js';
import type { Recording } from '../proxy/recording/recording.js';
import { describeViolation } from '../proxy/violation.js';
import { shellQuote } from './banner.js';
import type { LogFormat } from './settings.js';

/** When it listens. */
export function printReady(
  { url, apiUrl, tokenUrl }: Proxy,
  { upstream, tokenUpstream, record }: ProxyOptions,
  log: LogFormat,
): string {
  if (log === 'json')
    return line({
      event: 'ready',
      url,
      apiUrl,
      tokenUrl,
      upstream,
      tokenUpstream,
      ...(record !== undefined && { record }),
    });
  if (log === 'silent') return '';
  return `id-emulator proxy listens on ${url}

  API            ${apiUrl} -> ${upstream}
  token URL      ${tokenUrl} -> ${tokenUpstream}
  journal        ${url}/_emulator/sandboxes/default/journal
${record === undefined ? '' : `  recording      ${record}, written at the end (Ctrl-C)\n`}
`;
}

/** What departs from the contract in an exchange, a line each; nothing where nothing does. */
export function printExchange(
  { id, method, path, operation, status, violations, notes }: ProxiedExchange,
  log: LogFormat,
): string {
  if (log === 'silent') return '';
  const exchange = { exchange: id, method, ...(operation !== undefined && { operation }), status };
  if (log === 'json')
    return [
      ...violations.map((violation) => line({ event: 'violation', ...exchange, ...violation })),
      ...notes.map((note) => line({ event: 'note', ...exchange, note })),
    ].join('');
  const where = `${id}  ${method} ${path ?? '(no operation)'} ${status}`;
  return [...violations.map(describeViolation), ...notes]
    .map((sentence) => `${where}  ${sentence.replaceAll('\n', ' ')}\n`)
    .join('');
}

/** What was recorded. */
export function printRecording(recording: Recording, log: LogFormat): string {
  if (log === 'json') return line({ event: 'recorded', ...recording });
  if (log === 'silent') return '';
  const { folder, parties, credentials, requests, notes } = recording;
  const outcome =
    folder === undefined
      ? 'nothing has passed that could be recorded, and nothing was written'
      : `recorded ${parties} parties, ${credentials} credentials, ${requests} data requests: id-emulator start --config ${shellQuote(`${folder}/id-emulator.config.yaml`)}`;
  return [outcome, ...notes].map((sentence) => `${sentence}\n`).join('');
}

function line(value: object): string {
  return `${JSON.stringify(value)}\n`;
}

/** `id-emulator proxy`: passes requests on to the real service, and reports violations of the contract. */

import { withDefaults } from '../../emulator/complete-options.js';
import { evidenceText } from '../../upstream/evidence/evidence-text.js';
import { describeViolation, type ProxiedExchange } from '../../upstream/proxy/proxied-exchange.js';
import { PROXY_SPECS, type ProxyOptions } from '../../upstream/proxy/proxy-options.js';
import { type Proxy, startProxy } from '../../upstream/proxy/start-proxy.js';
import type { Actions } from '../settings/declared-command.js';
import { LOG, type LogFormat, withUsualPort } from '../settings/settings.js';
import { aborted, jsonLine, type Terminal } from '../terminal/terminal.js';
import { ViolationCounts } from './violation-counts.js';

/** The flags: the options of the proxy with its usual port, and the flag `--log`. */
const SPECS = [...withUsualPort(PROXY_SPECS, 4_011), LOG];

type ProxyFlags = Omit<ProxyOptions, 'upstream' | 'tokenUpstream'> & { readonly log: LogFormat };

export const OWN_SETTINGS = { proxy: SPECS };

export const ACTIONS: Actions<'proxy'> = {
  proxy: async ({ flags: { upstream, tokenUpstream, probe }, settings, terminal }) => {
    const { log, ...options } = withDefaults(settings, SPECS) as ProxyFlags;
    await proxy({ ...options, upstream, tokenUpstream, probe: probe !== false }, log, terminal);
  },
};

/** Starts the proxy, prints each kind of violation when it first occurs, and prints a summary at the end. */
async function proxy(options: ProxyOptions, log: LogFormat, terminal: Terminal): Promise<void> {
  const interrupted = aborted(terminal.interrupted);
  const counts = new ViolationCounts();
  const onExchange = (exchange: ProxiedExchange): void => terminal.print(printExchange(counts.add(exchange), log));
  const starting = startProxy(options, onExchange);
  // The user may interrupt while the service does not answer the check at start.
  const running = await Promise.race([starting, interrupted]);
  if (running === undefined) return;

  terminal.print(printReady(running, options, log));
  await interrupted;
  const evidence = running.evidence();
  await running.close();
  terminal.print(counts.print(log));
  if (log === 'json') terminal.print(jsonLine({ event: 'evidence', ...evidence }));
  if (log === 'pretty') terminal.print(evidenceText(evidence));
}

/** Renders the addresses of a proxy that listens. */
export function printReady(
  { url, apiUrl, tokenUrl }: Proxy,
  { upstream, tokenUpstream }: ProxyOptions,
  log: LogFormat,
): string {
  if (log === 'json') return jsonLine({ event: 'ready', url, apiUrl, tokenUrl, upstream, tokenUpstream });
  if (log === 'silent') return '';

  return `id-emulator proxy listens on ${url}

  API            ${apiUrl} -> ${upstream}
  token URL      ${tokenUrl} -> ${tokenUpstream}
  journal        ${url}/_emulator/sandboxes/default/journal
`;
}

/** Renders the violations and notes of an exchange, one line each. Empty if there are none. */
export function printExchange(
  { id, method, path, operation, status, violations, notes }: ProxiedExchange,
  log: LogFormat,
): string {
  if (log === 'silent') return '';

  const exchange = { exchange: id, method, operation, status };
  if (log === 'json')
    return [
      ...violations.map((violation) => jsonLine({ event: 'violation', ...exchange, ...violation })),
      ...notes.map((note) => jsonLine({ event: 'note', ...exchange, note })),
    ].join('');

  const where = `${id}  ${method} ${path ?? '(no operation)'} ${status}`;

  return [...violations.map(describeViolation), ...notes]
    .map((sentence) => `${where}  ${sentence.replaceAll('\n', ' ')}\n`)
    .join('');
}

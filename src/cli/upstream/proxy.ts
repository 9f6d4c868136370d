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

/** The settings of the command: the options of the proxy with its usual port, and `--log`. */
const SPECS = [...withUsualPort(PROXY_SPECS, 4_011), LOG];

type ProxySettings = Omit<ProxyOptions, 'upstream' | 'tokenUpstream'> & { readonly log: LogFormat };

export const OWN_SETTINGS = { proxy: SPECS };

export const ACTIONS: Actions<'proxy'> = {
  proxy: async ({ flags: { upstream, tokenUpstream, probe }, settings, terminal }) => {
    // The specs have checked each value, and `withDefaults` has filled in the rest.
    const { log, ...options } = withDefaults(settings, SPECS) as ProxySettings;
    await proxy({ ...options, upstream, tokenUpstream, probe: probe !== false }, log, terminal);
  },
};

/** Starts the proxy, prints each kind of violation when it first occurs, and prints a summary at the end. */
async function proxy(options: ProxyOptions, log: LogFormat, terminal: Terminal): Promise<void> {
  const interrupted = aborted(terminal.interrupted);
  const counts = new ViolationCounts();
  const onExchange = (exchange: ProxiedExchange): void => terminal.print(exchangeText(counts.add(exchange), log));
  // The user may interrupt while the service does not answer the check at start.
  const started = await Promise.race([startProxy(options, onExchange), interrupted]);
  if (started === undefined) return;

  terminal.print(readyText(started, options, log));
  await interrupted;
  const evidence = started.evidence();
  await started.close();
  terminal.print(counts.text(log));
  if (log === 'json') terminal.print(jsonLine({ event: 'evidence', ...evidence }));
  if (log === 'pretty') terminal.print(evidenceText(evidence));
}

/** The addresses of a proxy that listens. */
function readyText(proxy: Proxy, { upstream, tokenUpstream }: ProxyOptions, log: LogFormat): string {
  const { url, apiUrl, tokenUrl } = proxy;
  if (log === 'json') return jsonLine({ event: 'ready', url, apiUrl, tokenUrl, upstream, tokenUpstream });
  if (log === 'silent') return '';

  return `id-emulator proxy listens on ${url}

  API            ${apiUrl} -> ${upstream}
  token URL      ${tokenUrl} -> ${tokenUpstream}
  journal        ${url}/_emulator/sandboxes/default/journal
`;
}

/** A line for each violation and each note of an exchange. Empty if there are none. */
function exchangeText(exchange: ProxiedExchange, log: LogFormat): string {
  if (log === 'silent') return '';

  const { id, method, path, operation, status, violations, notes } = exchange;
  const facts = { exchange: id, method, operation, status };
  if (log === 'json') {
    const violationLines = violations.map((violation) => jsonLine({ event: 'violation', ...facts, ...violation }));
    const noteLines = notes.map((note) => jsonLine({ event: 'note', ...facts, note }));
    return [...violationLines, ...noteLines].join('');
  }

  const outline = `${id}  ${method} ${path ?? '(no operation)'} ${status}`;
  const sentences = [...violations.map(describeViolation), ...notes];
  return sentences.map((sentence) => `${outline}  ${sentence.replaceAll('\n', ' ')}\n`).join('');
}

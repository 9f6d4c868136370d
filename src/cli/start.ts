/** `id-emulator start`: runs an emulator until it is interrupted. */

import { counted } from '../common/reporting/phrases.js';
import { shellQuote } from '../common/reporting/commands.js';
import { onceFor } from '../common/remembering.js';
import type { ControlContext } from '../emulator/control/control-context.js';
import type { Behaviour } from '../emulator/control/documents.js';
import type { Sandbox } from '../emulator/domain/sandbox/sandbox.js';
import { type ListeningEmulator, type ServerHooks, startServer } from '../start/emulator-server.js';
import { keepHeapSmall } from '../start/small-heap.js';
import { runOfProcess } from '../start/run-membership.js';
import { StoreError } from '../emulator/store/store-error.js';
import type { ExchangeOutline } from '../emulator/journal/exchange.js';
import { logLine } from '../emulator/journal/exchange-line.js';
import { BrokenRules, brokenRuleText } from './running/broken-rules.js';
import { EXAMPLE_OPERATION } from './examples/example-request.js';
import { isLocalHost } from '../common/platform/emulator-url.js';
import type { Actions, Call } from './settings/declared-command.js';
import { urlOfRunningEmulator } from './settings/consumer-variables.js';
import { internalErrorText } from './terminal/failure.js';
import { aborted, jsonLine, type Terminal } from './terminal/terminal.js';
import { emulatorOptions, type Settings } from './settings/settings.js';

export const ACTIONS: Actions<'start'> = { start };

/** Starts the emulator, prints its addresses, and closes it when the user interrupts it. */
async function start({ settings, terminal }: Call<'start'>): Promise<void> {
  const { log } = settings;
  const exchanges = log === 'silent' ? undefined : exchangeLog(log, terminal);
  const { emulator, control } = await startServer(
    emulatorOptions(settings),
    {
      onInternalError: (error) => reportError(error, settings, terminal),
      onWarning: (message) => reportWarning(message, settings, terminal),
      onRefusedConnection: (refused) =>
        report({ event: 'refused-connection', ...refused }, `${refused.message}\n`, settings, terminal),
      // Without this hook, the server prints refused requests as warnings.
      onExchange:
        exchanges === undefined
          ? () => undefined
          : withRules(exchanges, (sandbox) => {
              const { id, settings: own } = sandbox;
              const judge = (): Promise<Behaviour> => judged(sandbox, control);
              return new BrokenRules(judge, (broken) => {
                const text = `${own.name ?? id}  ${brokenRuleText(broken)}\n`;
                report({ event: 'rule-broken', sandbox: id, ...broken }, text, settings, terminal);
              });
            }),
    },
    runOfProcess(start),
  );
  keepHeapSmall();
  if (log === 'json') terminal.print(jsonBanner(emulator));
  if (log === 'pretty') terminal.print(prettyBanner(emulator, settings), 'people');
  if (log !== 'silent' && !isLocalHost(settings.host ?? '127.0.0.1')) warnOfStrangers(settings, terminal);
  await aborted(terminal.interrupted);

  try {
    await Promise.race([emulator.close(), aborted(terminal.interruptedAgain)]);
  } finally {
    exchanges?.print();
  }
}

/** The largest number of bytes that wait for the reader of standard output. Further lines are dropped. */
const MOST_UNREAD = 1_048_576;
/** How long an exchange waits for others: it is faster to print many lines at once than one by one. */
const COLLECTED_MILLISECONDS = 10;

interface ExchangeLog {
  readonly add: NonNullable<ServerHooks['onExchange']>;
  /** Prints the exchanges that were added since the last call. */
  readonly print: () => void;
}

/** Adds a report of the rules of the judge that clients break, as it happens. */
function withRules({ add }: ExchangeLog, watch: (sandbox: Sandbox) => BrokenRules): ExchangeLog['add'] {
  const rulesOf = onceFor(watch);
  return (outline, sandbox) => {
    add(outline, sandbox);
    rulesOf(sandbox).note();
  };
}

/** The verdicts so far. The judge is loaded here: the data plane starts sooner without it. */
async function judged(sandbox: Sandbox, control: ControlContext): Promise<Behaviour> {
  const [{ JournalControl }, { inTurns }, { withPacts }] = await Promise.all([
    import('../emulator/control/methods/journal/journal-control.js'),
    import('../common/platform/in-turns.js'),
    import('../pact/generate/pact-from-journal.js'),
  ]);
  const journal = new JournalControl(() => sandbox, withPacts(control));
  return await inTurns(journal.behaviour());
}

/** Prints each exchange in a line. If nobody reads a pipe, lines are dropped, and the next one says how many. */
function exchangeLog(log: 'pretty' | 'json', { print, unread = () => 0 }: Terminal): ExchangeLog {
  const lineOf = (exchange: ExchangeOutline, { id, settings: { name = id } }: Sandbox): string =>
    log === 'json' ? jsonLine({ event: 'exchange', sandbox: id, ...exchange }) : `${logLine(exchange, name)}\n`;
  let collected: Parameters<ExchangeLog['add']>[] = [];
  let dropped = 0;
  const printLines = (): void => {
    if (collected.length === 0) return;

    const lines = collected.map(([outline, sandbox]) => lineOf(outline(), sandbox));
    collected = [];
    if (unread() > MOST_UNREAD) dropped += lines.length;
    else {
      if (dropped > 0) lines.unshift(droppedLine(log, dropped));
      print(lines.join(''), log === 'json' ? 'programs' : 'people');
      dropped = 0;
    }
  };

  return {
    add: (...exchange) => {
      if (collected.length === 0) setTimeout(printLines, COLLECTED_MILLISECONDS);
      collected.push(exchange);
    },
    print: printLines,
  };
}

function droppedLine(log: 'pretty' | 'json', lines: number): string {
  if (log === 'json') return jsonLine({ event: 'dropped', lines });
  return `${counted(lines, 'line was', 'lines were')} dropped, because nobody read them\n`;
}

/**
 * Reports an event: for programs as a line of JSON; for people on standard output, or if it is trouble, on standard
 * error, even where nothing else is logged.
 */
function report(event: object, text: string, { log }: Settings, terminal: Terminal, isTrouble = false): void {
  if (log === 'json') terminal.print(jsonLine(event));
  else if (isTrouble) terminal.printError(text);
  else if (log === 'pretty') terminal.print(text, 'people');
}

function reportError(error: Error, settings: Settings, terminal: Terminal): void {
  const { name, message, stack } = error;
  const text = error instanceof StoreError ? `id-emulator: ${message}\n` : internalErrorText(error);
  report({ event: 'error', name, message, stack }, text, settings, terminal, true);
}

function reportWarning(message: string, settings: Settings, terminal: Terminal): void {
  report({ event: 'warning', message }, `id-emulator: ${message}\n`, settings, terminal, true);
}

/**
 * One sentence for each protection that is missing. A container always listens on all addresses, and only its user
 * knows who can reach them.
 */
function warnOfStrangers(settings: Settings, terminal: Terminal): void {
  const { host, signingKey, store, controlToken } = settings;
  const strangers = `machines that reach ${host ?? ''}`;
  const warnings = [
    controlToken === undefined &&
      `${strangers} may read journals and change worlds, because the control plane is open; set --control-token, or publish a container's port to this machine alone (-p 127.0.0.1:4010:4010)`,
    signingKey === undefined &&
      store === undefined &&
      `${strangers} may make valid access tokens, because the key that signs them is public; set --signing-key`,
  ].filter((warning) => warning !== false);
  for (const message of warnings) reportWarning(message, settings, terminal);
}

/** For people: addresses, credentials, and a command to try. */
export function prettyBanner(emulator: ListeningEmulator, { tlsCa }: Pick<Settings, 'tlsCa'> = {}): string {
  const { url, localUrl, apiUrl, tokenUrl, clientId, clientSecret, network, seed, population, authority } = emulator;
  const trust = authority === undefined ? '' : `NODE_EXTRA_CA_CERTS=${shellQuote(tlsCa ?? 'authority.pem')} `;
  const address = localUrl === urlOfRunningEmulator({}) ? '' : ` --url ${localUrl}`;

  return `id-emulator listens on ${localUrl}${url === localUrl ? '' : `, for clients at ${url}`} (${network}, seed ${seed}, ${population} generated parties); see what your client does: ${localUrl}/_emulator/

  API            ${apiUrl}
  token URL      ${tokenUrl}
  client ID      ${clientId}
  client secret  ${clientSecret}
${authority === undefined ? '' : trustLines(tlsCa)}
Try it:

  ${trust}id-emulator call ${EXAMPLE_OPERATION} --scenario rate-limit-burst${address}
`;
}

/** How clients can trust a certificate that no known authority has signed. */
function trustLines(file: string | undefined): string {
  if (file === undefined)
    return `
The certificate was made for this run; --tls-ca authority.pem writes what clients have to trust.
`;

  const quoted = shellQuote(file);
  return `
Clients have to trust ${file}:

  Node.js   export NODE_EXTRA_CA_CERTS=${quoted}
  Python    export REQUESTS_CA_BUNDLE=${quoted} SSL_CERT_FILE=${quoted}
  Java      keytool -importcert -noprompt -alias id-emulator -file ${quoted} -keystore emulator.jks -storepass changeit
            java -Djavax.net.ssl.trustStore=emulator.jks -Djavax.net.ssl.trustStorePassword=changeit ...
`;
}

/** For programs: one line of JSON. */
export function jsonBanner(emulator: ListeningEmulator): string {
  const { url, localUrl, apiUrl, tokenUrl, clientId, clientSecret, network } = emulator;
  const inspectorUrl = `${localUrl}/_emulator/`;
  return jsonLine({ event: 'ready', url, localUrl, inspectorUrl, apiUrl, tokenUrl, clientId, clientSecret, network });
}

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
import { brokenRuleText, type RuleWatcher, ruleWatcher } from './running/broken-rules.js';
import { EXAMPLE_OPERATION } from './examples/example-request.js';
import { isLocalHost } from '../common/platform/emulator-url.js';
import type { Actions, Call } from './settings/declared-command.js';
import { USUAL_URL } from './settings/consumer-variables.js';
import { internalErrorText } from './terminal/failure.js';
import { aborted, jsonLine, type Terminal } from './terminal/terminal.js';
import { emulatorOptions, type Settings } from './settings/settings.js';

export const ACTIONS: Actions<'start'> = { start };

/** Starts the emulator, prints its addresses, and closes it when the user interrupts it. */
async function start({ settings, terminal }: Call<'start'>): Promise<void> {
  const { log } = settings;
  const { report, reportTrouble } = reporters(log, terminal);
  const warn = (message: string): void => reportTrouble({ event: 'warning', message }, `id-emulator: ${message}\n`);
  const logger = log === 'silent' ? undefined : exchangeLog(log, terminal);
  // Each sandbox has one watcher of its rules, which remembers what it has reported.
  const watcherOf = onceFor((sandbox: Sandbox): RuleWatcher => {
    const { id } = sandbox;
    const { name = id } = sandbox.settings;

    return ruleWatcher(
      () => behaviourOf(sandbox, control),
      (broken) => report({ event: 'rule-broken', sandbox: id, ...broken }, `${name}  ${brokenRuleText(broken)}\n`),
    );
  });

  const { emulator, control } = await startServer(
    emulatorOptions(settings),
    {
      onInternalError: (error) => {
        const { name, message, stack } = error;
        const text = error instanceof StoreError ? `id-emulator: ${message}\n` : internalErrorText(error);
        reportTrouble({ event: 'error', name, message, stack }, text);
      },
      onWarning: warn,
      onRefusedConnection: (refused) => report({ event: 'refused-connection', ...refused }, `${refused.message}\n`),
      // Without this hook, the server prints refused requests as warnings.
      onExchange: (outline, sandbox) => {
        if (logger === undefined) return;

        logger.add(outline, sandbox);
        watcherOf(sandbox).judgeSoon();
      },
    },
    // Under `exec` or `audit`, this emulator is part of their run.
    runOfProcess(start),
  );
  keepHeapSmall();
  if (log === 'json') terminal.print(jsonBanner(emulator));
  if (log === 'pretty') terminal.print(prettyBanner(emulator, settings), 'people');
  // Other machines reach every address but those of this machine.
  const isReachable = !isLocalHost(settings.host ?? '127.0.0.1');
  if (log !== 'silent' && isReachable) warnOfStrangers(settings, warn);
  await aborted(terminal.interrupted);

  try {
    // Closing waits for open requests. After a second signal, nothing is waited for.
    await Promise.race([emulator.close(), aborted(terminal.interruptedAgain)]);
  } finally {
    // The last exchanges may still wait to be printed with further ones.
    logger?.print();
  }
}

/** The largest number of bytes that wait for the reader of standard output. Further lines are dropped. */
const MOST_UNREAD = 1_048_576;
/** How many milliseconds an exchange waits for further ones: many lines at once are printed faster than one by one. */
const COLLECTING_MILLISECONDS = 10;

/** What prints the lines of exchanges, many at once. */
interface ExchangeLog {
  readonly add: NonNullable<ServerHooks['onExchange']>;
  /** Prints the exchanges that were added since the last call. */
  readonly print: () => void;
}

/** The verdicts so far. The judge is loaded here, because the data plane starts sooner without it. */
async function behaviourOf(sandbox: Sandbox, control: ControlContext): Promise<Behaviour> {
  const [{ JournalControl }, { inTurns }, { withPacts }] = await Promise.all([
    import('../emulator/control/methods/journal/journal-control.js'),
    import('../common/platform/in-turns.js'),
    import('../pact/generate/pact-from-journal.js'),
  ]);
  const journal = new JournalControl(() => sandbox, withPacts(control));
  // The judge works in small steps, and requests are answered between two steps.
  return await inTurns(journal.behaviour());
}

/** Prints each exchange in a line. If nobody reads a pipe, lines are dropped, and the next line says how many. */
function exchangeLog(log: 'pretty' | 'json', { print, unread = () => 0 }: Terminal): ExchangeLog {
  const lineOf = (exchange: ExchangeOutline, { id, settings }: Sandbox): string => {
    if (log === 'json') return jsonLine({ event: 'exchange', sandbox: id, ...exchange });
    return `${logLine(exchange, settings.name ?? id)}\n`;
  };

  let collected: Parameters<ExchangeLog['add']>[] = [];
  /** How many lines were dropped since the last one that was printed. */
  let dropped = 0;
  const printLines = (): void => {
    if (collected.length === 0) return;

    const lines = collected.map(([outline, sandbox]) => lineOf(outline(), sandbox));
    collected = [];
    // If nobody reads the pipe, lines would fill the memory.
    if (unread() > MOST_UNREAD) {
      dropped += lines.length;
      return;
    }

    if (dropped > 0) lines.unshift(droppedLine(log, dropped));
    print(lines.join(''), log === 'json' ? 'programs' : 'people');
    dropped = 0;
  };

  return {
    add: (...exchange) => {
      if (collected.length === 0) setTimeout(printLines, COLLECTING_MILLISECONDS);
      collected.push(exchange);
    },
    print: printLines,
  };
}

/** The line about lines that were dropped. */
function droppedLine(log: 'pretty' | 'json', lines: number): string {
  if (log === 'json') return jsonLine({ event: 'dropped', lines });
  return `${counted(lines, 'line was', 'lines were')} dropped, because nobody read them\n`;
}

type Report = (event: object, text: string) => void;

/**
 * What reports events: for programs as a line of JSON, for people as a text. People see trouble on standard error, even
 * where nothing else is logged.
 */
function reporters(log: Settings['log'], terminal: Terminal): Readonly<Record<'report' | 'reportTrouble', Report>> {
  return {
    report: (event, text) => {
      if (log === 'json') terminal.print(jsonLine(event));
      if (log === 'pretty') terminal.print(text, 'people');
    },
    reportTrouble: (event, text) => {
      if (log === 'json') terminal.print(jsonLine(event));
      else terminal.printError(text);
    },
  };
}

/**
 * One sentence for each protection that is missing. A container always listens on all addresses, and only its user
 * knows who can reach them.
 */
function warnOfStrangers(settings: Settings, warn: (message: string) => void): void {
  const { host = '', signingKey, store, controlToken } = settings;
  const strangers = `machines that reach ${host}`;

  if (controlToken === undefined)
    warn(
      `${strangers} may read journals and change worlds, because the control plane is open; set --control-token, or publish a container's port to this machine alone (-p 127.0.0.1:4010:4010)`,
    );

  // A store has a key of its own, which is secret.
  if (signingKey === undefined && store === undefined)
    warn(`${strangers} may make valid access tokens, because the key that signs them is public; set --signing-key`);
}

/** For people: addresses, credentials, and a command to try. */
export function prettyBanner(emulator: ListeningEmulator, { tlsCa }: Pick<Settings, 'tlsCa'> = {}): string {
  const { url, localUrl, apiUrl, tokenUrl, clientId, clientSecret, network, seed, population, authority } = emulator;
  // Without --tls-ca, the text about the certificate proposes `authority.pem` as its file.
  const trust = authority === undefined ? '' : `NODE_EXTRA_CA_CERTS=${shellQuote(tlsCa ?? 'authority.pem')} `;
  const address = localUrl === USUAL_URL ? '' : ` --url ${localUrl}`;
  const forClients = url === localUrl ? '' : `, for clients at ${url}`;
  const world = `${network}, seed ${seed}, ${population} generated parties`;
  const trustText = authority === undefined ? '' : trustLines(tlsCa);

  return `id-emulator listens on ${localUrl}${forClients} (${world}); see what your client does: ${localUrl}/_emulator/

  API            ${apiUrl}
  token URL      ${tokenUrl}
  client ID      ${clientId}
  client secret  ${clientSecret}
${trustText}
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

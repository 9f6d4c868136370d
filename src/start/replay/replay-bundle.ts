/** Replays a bundle in a new emulator, and compares each response with the recorded one. */

import { connect, type AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { assemble } from '../compose.js';
import { shippedContracts } from '../shipped.js';
import { ownConnection } from '../own-connection.js';
import {
  BUNDLE_FORMAT,
  BUNDLE_VERSION,
  type Bundle,
  type BundleStep,
  checkedBundle,
} from '../../emulator/control/state/bundle.js';
import { problemsAsMistakes } from '../../emulator/control/problem.js';
import { SandboxControl } from '../../emulator/control/methods/sandbox-control.js';
import { readState } from '../../emulator/control/state/state.js';
import { DocumentError, readJson } from '../../contract/documents/read-document.js';
import type { Sandbox } from '../../emulator/domain/sandbox/sandbox.js';
import type { Exchange } from '../../emulator/journal/exchange.js';
import { mapStrings } from '../../emulator/redaction/markers.js';
import { completeOptions } from '../../emulator/complete-options.js';
import type { EmulatorOptions } from '../../emulator/options.js';
import { withPacts } from '../../pact/generate/pact-from-journal.js';
import { OwnApplication } from '../own-application.js';
import { urlOf } from '../../common/platform/emulator-url.js';
import { closeGracefully, listen } from '../../common/platform/listening.js';
import { createAppServer } from '../../emulator/service/http/server.js';
import { firstDifference, isKeptInFull, type Difference } from './compare-exchanges.js';
import { restoreRequest, restoreSecrets, type SecretRestorer } from './restore-request.js';

/** The result of a replay. The emulator keeps running in the state that the replay reached. */
export interface Replay {
  /** Number of replayed exchanges, the one that differs included. */
  readonly exchanges: number;
  /** Number of replayed actions. */
  readonly actions: number;
  /** Number of exchanges whose response body was too large to be recorded, so that only its length was compared. */
  readonly inPart: number;
  /** The first difference; undefined if there is none. */
  readonly difference: Difference | undefined;
  readonly sandbox: SandboxControl;
  /** Closes the emulator. */
  close(): Promise<void>;
}

/** Bundles contain no client secret. */
const CLIENT_SECRET = 'replayed-secret';

/** Longest time until the emulator records an exchange. It does so before it writes the response. */
const EXCHANGE_MILLISECONDS = 10_000;

/** Reads a bundle. Its state is validated by {@link replayBundle}. @throws DocumentError with every mistake */
export function readBundle(file: string): Bundle {
  const refusal = (message: string): DocumentError => new DocumentError(file, [{ message }]);
  const document = readJson(file);
  const { format, version } = (document ?? {}) as { format?: unknown; version?: unknown };
  if (format !== BUNDLE_FORMAT)
    throw refusal(`expected a bundle that GET /_emulator/sandboxes/{id}/bundle has returned`);
  if (version !== BUNDLE_VERSION)
    throw refusal(
      `/version: expected ${BUNDLE_VERSION}, found ${JSON.stringify(version)}; replay the bundle with the emulator that wrote it`,
    );
  return problemsAsMistakes(file, '', () => checkedBundle(document, shippedContracts().base));
}

/**
 * Replays a bundle up to the first difference.
 * @param file name of the bundle, for messages
 * @throws DocumentError if the state is invalid, an Error if the body of a request was not recorded
 */
export async function replayBundle(bundle: Bundle, file: string): Promise<Replay> {
  const { id, clientId } = bundle.sandbox;
  const options = completeOptions({
    ...(bundle.publicUrl !== undefined && { publicUrl: bundle.publicUrl }),
    network: bundle.network as NonNullable<EmulatorOptions['network']>,
    clientId: id === 'default' ? clientId : `${clientId}-default`,
    clientSecret: CLIENT_SECRET,
    journalSize: Math.max(1_000, bundle.steps.length),
  });
  const { service, control } = assemble(options, {}, bundle.scenarios);
  const { accessTokens, linkTokens } = service;
  const secrets: SecretRestorer = {
    clientId,
    clientSecret: CLIENT_SECRET,
    signToken: (headerAndClaims) => accessTokens.sign(headerAndClaims),
    sealLink: (body) => linkTokens.seal(body),
  };
  // Secrets of exchanges are restored when they are sent.
  const restored = <Value>(value: Value): Value => mapStrings(value, (text) => restoreSecrets(text, secrets));
  const recorded = bundle.steps.map((step) => ('action' in step ? { action: restored(step.action) } : step));
  const sandbox = problemsAsMistakes(file, '/state', () => {
    const identity = { id, clientId, clientSecret: CLIENT_SECRET, journalSize: options.journalSize };
    const { settings, snapshot } = readState(restored(bundle.state), identity, control);
    return control.register.restore(settings, snapshot);
  });
  const app = new OwnApplication(service, control, options);
  const server = createAppServer(app, service);
  await listen(server, options);
  const close = (): Promise<void> => closeGracefully(server, { app });
  try {
    const address = server.address() as AddressInfo;
    const url = urlOf(options.host, address.port);
    const shown = new SandboxControl(withPacts(control), id, () => url);
    // Nobody waits for the responses. How held calls went on is taken from the recording.
    control.holds.isOff = true;
    const steps = await replaySteps(recorded, {
      sandbox,
      journal: shown.journal,
      connectTo: ({ sentByEmulator }) =>
        sentByEmulator === true ? ownConnection(service) : connect(address.port, options.host),
      secrets,
    });
    control.holds.isOff = false;
    if (steps.difference === undefined) sandbox.clock.set(bundle.end.clock);
    return { ...steps, sandbox: shown, close };
  } catch (error) {
    // An emulator that keeps listening would keep the process alive.
    await close();
    throw error;
  }
}

/** The emulator that replays. */
interface Target {
  readonly sandbox: Sandbox;
  readonly journal: SandboxControl['journal'];
  /** Opens a connection for a request: the emulator's own requests have one that marks them. */
  readonly connectTo: (recorded: Exchange) => Duplex;
  readonly secrets: SecretRestorer;
}

async function replaySteps(
  steps: readonly BundleStep[],
  target: Target,
): Promise<Pick<Replay, 'exchanges' | 'actions' | 'inPart' | 'difference'>> {
  const counts = { exchanges: 0, actions: 0, inPart: 0 };
  for (const step of steps) {
    if ('action' in step) {
      target.sandbox.repeat(step.action);
      counts.actions++;
      continue;
    }
    const difference = await replayExchange(step.exchange, target);
    counts.exchanges++;
    if (!isKeptInFull(step.exchange)) counts.inPart++;
    if (difference !== undefined) return { ...counts, difference };
  }
  return { ...counts, difference: undefined };
}

async function replayExchange(recorded: Exchange, target: Target): Promise<Difference | undefined> {
  target.sandbox.clock.set({ time: Date.parse(recorded.at), frozen: true });
  const replayed = await sendAgain(recorded, target);
  if (replayed !== undefined) return firstDifference(recorded, heldAgain(recorded, replayed, target));
  return {
    exchange: recorded.id,
    request: `${recorded.method} ${recorded.path}`,
    where: 'exchange',
    recorded: `status ${recorded.status}`,
    replayed: 'nothing',
  };
}

/** Says in the replay, too, that a call was held, how it went on, and how a test let it fail. */
function heldAgain({ held, release, response }: Exchange, replayed: Exchange, { journal }: Target): Exchange {
  const record = held && journal.shown.journal.record(replayed.id);
  if (record === undefined) return replayed;
  Object.assign(record, { held, release });
  if (release?.reason === 'failed') record.ending = response.ending;
  return journal.exchange(replayed.id);
}

/** Sends the request, and waits for the journal, not for the response: that may be slow, cut off, or never sent. */
function sendAgain(recorded: Exchange, { journal, connectTo, secrets }: Target): Promise<Exchange | undefined> {
  const { bytes, isWhole } = restoreRequest(recorded, secrets);
  return new Promise((resolve) => {
    const socket = connectTo(recorded);
    const end = (exchange?: Exchange): void => {
      clearTimeout(timeout);
      stop();
      // A client that left would be in the journal.
      socket.resume();
      resolve(exchange);
    };
    const timeout = setTimeout(end, EXCHANGE_MILLISECONDS);
    const stop = journal.follow(end);
    socket.on('error', () => undefined);
    socket.on('close', () => setImmediate(end));
    // The emulator records a request without its announced body only when the connection ends.
    if (isWhole) socket.write(bytes);
    else socket.end(bytes);
  });
}

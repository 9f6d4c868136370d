/** Does over what a bundle has recorded, against a fresh emulator, and compares. */

import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { assemble, type Assembly } from '../compose.js';
import type { Bundle, BundleStep } from '../control/bundle.js';
import { Problem } from '../control/problem.js';
import { SandboxControl } from '../control/sandbox-control.js';
import { readState } from '../control/state.js';
import { DocumentError } from '../documents/read-document.js';
import type { Sandbox } from '../domain/sandbox/sandbox.js';
import { urlOf } from '../platform/emulator-url.js';
import { closeGracefully, listen } from '../platform/listening.js';
import { createAppServer } from '../service/server.js';
import type { Exchange } from '../journal/exchange.js';
import { completeOptions, type EmulatorOptions } from '../options.js';
import { firstDifference, isKeptInFull, type Difference } from './compare-exchanges.js';
import { restoreRequest, type SecretRestorer } from './restore-request.js';

/** How a replay ended. The emulator goes on, as the bundle's sandbox was at that point, until it is closed. */
export interface Replay {
  /** How many exchanges were done over, the one that differs included. */
  readonly exchanges: number;
  readonly actions: number;
  /** Exchanges of whose answer only the length is known, because it was too large to be kept. */
  readonly inPart: number;
  /** Undefined where everything was the same. */
  readonly difference: Difference | undefined;
  readonly url: string;
  readonly sandbox: SandboxControl;
  close(): Promise<void>;
}

/** The secret of the sandbox; bundles carry none. */
const CLIENT_SECRET = 'replayed-secret';

/** How long an answer may take that is not written, only decided. */
const PATIENCE_MILLISECONDS = 10_000;

/**
 * Replays a bundle; `file` is what messages call it.
 * @throws DocumentError where its state cannot be restored, LostRequestError where a request cannot be made again
 */
export async function replayBundle(
  bundle: Bundle,
  file: string,
  { host, port }: Pick<EmulatorOptions, 'host' | 'port'> = {},
): Promise<Replay> {
  const { clientId } = bundle.sandbox;
  const isDefault = bundle.sandbox.id === 'default';
  const options = completeOptions({
    ...(host !== undefined && { host }),
    ...(port !== undefined && { port }),
    network: bundle.network as NonNullable<EmulatorOptions['network']>,
    clientId: isDefault ? clientId : `${clientId}-default`,
    clientSecret: CLIENT_SECRET,
    journalSize: Math.max(1_000, bundle.steps.length),
  });
  const { app, service, control } = assemble(options, {}, bundle.scenarios);
  const sandbox = restored(bundle, file, options.journalSize, control);
  const server = createAppServer(app, service.connections);
  await listen(server, options);
  const address = server.address() as AddressInfo;
  const url = urlOf(options.host, address.port);
  const done = { exchanges: 0, actions: 0, inPart: 0 };
  const secrets = restorerOf(service);
  let difference: Difference | undefined;
  for (const step of bundle.steps) {
    difference = await doStep(step, { sandbox, port: address.port, host: options.host, secrets, control, done });
    if (difference !== undefined) break;
  }
  if (difference === undefined) sandbox.clock.set(bundle.clock);
  const close = (): Promise<void> => closeGracefully(server, app);
  return { ...done, difference, url, sandbox: new SandboxControl(control, sandbox.id, () => url), close };
}

function restored(
  { sandbox: { id, clientId }, state }: Bundle,
  file: string,
  journalSize: number,
  control: Assembly['control'],
): Sandbox {
  try {
    const { settings, snapshot } = readState(
      state,
      { id, clientId, clientSecret: CLIENT_SECRET, journalSize },
      control,
    );
    return control.register.restore(settings, snapshot);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new DocumentError(file, [{ message: `/state${error.members['pointer'] as string}: ${error.message}` }]);
  }
}

function restorerOf({ accessTokens, linkTokens }: Assembly['service']): SecretRestorer {
  return {
    clientSecret: CLIENT_SECRET,
    signToken: (headerAndClaims) => accessTokens.sign(headerAndClaims),
    sealLink: (body) => linkTokens.seal(body),
  };
}

interface Stage {
  readonly sandbox: Sandbox;
  readonly host: string;
  readonly port: number;
  readonly secrets: SecretRestorer;
  readonly control: Assembly['control'];
  readonly done: { exchanges: number; actions: number; inPart: number };
}

async function doStep(step: BundleStep, stage: Stage): Promise<Difference | undefined> {
  const { sandbox, done } = stage;
  if ('action' in step) {
    sandbox.repeat(step.action);
    done.actions++;
    return undefined;
  }
  const recorded = step.exchange;
  sandbox.clock.set({ time: Date.parse(recorded.at), frozen: true });
  const replayed = await exchangeAgain(recorded, stage);
  done.exchanges++;
  if (!isKeptInFull(recorded)) done.inPart++;
  if (replayed !== undefined) return firstDifference(recorded, replayed);
  return {
    exchange: recorded.id,
    request: `${recorded.method} ${recorded.path}`,
    where: 'exchange',
    recorded: `status ${recorded.status}`,
    replayed: 'nothing',
  };
}

/** Sends the request again, and waits for what the journal says of it: the answer itself may be slow, cut, or never come. */
function exchangeAgain(
  recorded: Exchange,
  { sandbox, host, port, secrets, control }: Stage,
): Promise<Exchange | undefined> {
  const { bytes, isWhole } = restoreRequest(recorded, secrets);
  const { journal } = new SandboxControl(control, sandbox.id, () => '');
  return new Promise((resolve) => {
    const socket = connect(port, host);
    const end = (exchange?: Exchange): void => {
      clearTimeout(patience);
      stop();
      socket.destroy();
      resolve(exchange);
    };
    const patience = setTimeout(() => {
      end();
    }, PATIENCE_MILLISECONDS);
    const stop = journal.follow(end);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      setImmediate(() => {
        end();
      });
    });
    // A request that announces a body and ends without it is answered, or was broken off then, too.
    if (isWhole) socket.write(bytes);
    else socket.end(bytes);
  });
}

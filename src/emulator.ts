/** The composition root: puts contract, world, scenarios and both planes together. */

import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type Express } from 'express';
import { controlPlane } from './control/control-plane.js';
import { AccessTokens, type Network } from './domain/access-tokens.js';
import { frozenClock, parseTimestamp, runningClock } from './domain/clock.js';
import { LinkTokens } from './domain/link-tokens.js';
import { Sandbox } from './domain/sandbox.js';
import { Sandboxes } from './domain/sandboxes.js';
import { developmentKey, signingKeyFromPem, type SigningKey } from './domain/signing-key.js';
import { Base } from './domain/world/base.js';
import { readText } from './documents/read-document.js';
import { urlOf } from './emulator-url.js';
import { ActiveScenarios } from './http/active-scenarios.js';
import { dataPlane } from './http/data-plane.js';
import { Journals } from './journal/journals.js';
import { refuseBrokenPath, refuseUnknownPath } from './http/refuse-path.js';
import { closeGracefully, listen } from './http/listening.js';
import { createAppServer } from './http/server.js';
import { verifyPage } from './http/verify-page.js';
import { completeOptions, OptionsError, type CompleteOptions, type EmulatorOptions } from './options.js';
import { ScenarioSelectionError, selectScenarios } from './scenario/select-scenarios.js';
import type { Catalogue } from './scenario/scenario.js';
import { fixtureOf, packageVersion, scenariosWith, shippedContract } from './shipped.js';

/** A running emulator. */
export interface Emulator {
  /** Scheme, host and port: the `{base_url}` of the specification (section 4.1). */
  readonly url: string;
  /** What every API path is relative to: `{base_url}/api/v1`. */
  readonly apiUrl: string;
  /** The token endpoint. */
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly network: Network;
  /** Stops listening; requests in flight are answered, for 900 ms at most. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Where the emulator's own failures go. */
export interface EmulatorHooks {
  /** Told of every answer that is the emulator's own fault. Default: written to standard error. */
  readonly onInternalError?: (error: Error) => void;
}

/**
 * Starts an emulator. Several run side by side in one process and share nothing that changes.
 * @throws OptionsError, DocumentError, SigningKeyError where it cannot be set up as asked; an error with `code`
 *   EADDRINUSE or the like where it cannot listen
 */
export async function startEmulator(options: EmulatorOptions = {}, hooks: EmulatorHooks = {}): Promise<Emulator> {
  const complete = completeOptions(options);
  const app = assembleApp(complete, hooks);
  const server = createAppServer(app);
  await listen(server, complete);
  const url = urlOf(complete.host, (server.address() as AddressInfo).port);
  const close = (): Promise<void> => closeGracefully(server, app);
  return {
    url,
    apiUrl: `${url}/api/v1`,
    tokenUrl: `${url}/oauth/token`,
    clientId: complete.clientId,
    clientSecret: complete.clientSecret,
    network: complete.network,
    close,
    [Symbol.asyncDispose]: close,
  };
}

/**
 * The emulator as an Express app, for those who mount it in one of their own; `port` and `host` mean nothing here.
 * @throws OptionsError, DocumentError, SigningKeyError
 */
export function createEmulatorApp(options: EmulatorOptions = {}, hooks: EmulatorHooks = {}): RequestListener {
  return assembleApp(completeOptions(options), hooks);
}

function assembleApp(options: CompleteOptions, { onInternalError = printError }: EmulatorHooks): Express {
  const contract = shippedContract();
  const catalogue = scenariosWith(options.scenarios);
  const fixture = fixtureOf(options.fixture);
  for (const { partyId, scenario } of fixture.parties) {
    if (scenario !== undefined) selectOrRefuse(scenario, `fixture ${fixture.name}, party ${partyId}`, catalogue);
  }
  const key = keyOf(options);
  const sandbox = new Sandbox({
    id: 'default',
    clientId: options.clientId,
    clientSecret: options.clientSecret,
    base: new Base(fixture, options.seed, options.population),
    clock: options.now === undefined ? runningClock() : frozenClock(parseTimestamp(options.now)!),
    seed: options.seed,
    tokenTtl: options.tokenTtl,
    linkTtl: options.linkTtl,
    activations: options.scenario === undefined ? [] : selectOrRefuse(options.scenario, 'option scenario', catalogue),
  });
  const context = {
    contract,
    catalogue,
    scenarios: new ActiveScenarios(catalogue),
    sandboxes: new Sandboxes(sandbox),
    accessTokens: new AccessTokens(key, options.network),
    linkTokens: new LinkTokens(key),
    journals: new Journals(),
    strict: options.strict,
    onInternalError,
  };
  const { network, seed, population } = options;
  const facts = { version: packageVersion(), network, seed, population, fixture: fixture.name };

  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  // The data plane comes first, because it is asked most; it passes on what is not the service's own.
  app.use(dataPlane(context, ['/_emulator', '/verify/']));
  app.use('/_emulator', controlPlane({ ...context, facts }));
  app.get('/verify/:token', verifyPage(context));
  app.use(refuseUnknownPath);
  app.use(refuseBrokenPath);
  return app;
}

function keyOf({ signingKey }: CompleteOptions): SigningKey {
  return signingKey === undefined ? developmentKey() : signingKeyFromPem(readText(signingKey));
}

/** A selection that cannot be followed is said at start, not with the first request. */
function selectOrRefuse(text: string, where: string, catalogue: Catalogue): ReturnType<typeof selectScenarios> {
  try {
    return selectScenarios(text, catalogue, { selector: 'sandbox' });
  } catch (error) {
    throw error instanceof ScenarioSelectionError ? new OptionsError(`${where}: ${error.message}`) : error;
  }
}

function printError(error: Error): void {
  console.error(error);
}

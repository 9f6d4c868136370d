/** Puts contract, worlds, scenarios and the contexts of both planes together. */

import { publicUrlOf, schemeOf } from '../emulator/addresses.js';
import type { ControlContext } from '../emulator/control/control-context.js';
import { SandboxFactory } from '../emulator/control/sandboxes/sandbox-factory.js';
import { SandboxRegister } from '../emulator/control/sandboxes/sandbox-register.js';
import { ShownJournal } from '../emulator/control/journal/shown-journal.js';
import { keepSandboxes } from '../emulator/control/sandboxes/keep-sandboxes.js';
import { AccessTokens } from '../emulator/domain/tokens/access-tokens.js';
import { DateHeaders } from '../emulator/domain/time/timestamp.js';
import { LinkTokens } from '../emulator/domain/tokens/link-tokens.js';
import type { WorldRules } from '../emulator/control/world/check-world.js';
import { ownConnection } from './own-connection.js';
import { signingKeyFor } from './signing-key-for.js';
import { ActiveScenarios } from '../emulator/service/active-scenarios.js';
import { ResponseCache } from '../emulator/service/response-cache.js';
import { Connections } from '../emulator/service/http/server.js';
import { UnfinishedExchanges } from '../emulator/service/unfinished-exchanges.js';
import { sandboxOpener } from '../emulator/service/client-credentials.js';
import { partyViolations } from '../emulator/service/representations/party-violations.js';
import { seenParty } from '../emulator/service/representations/seen-party.js';
import { LongWork } from '../emulator/service/long-work.js';
import type { ServiceContext } from '../emulator/service/service-context.js';
import type { RunSandboxes } from '../emulator/injection/run-sandboxes.js';
import type { EmulatorParts } from '../emulator/emulator-parts.js';
import { type EmulatorHooks, printError, printWarning } from '../emulator/emulator-hooks.js';
import { Metrics } from '../emulator/control/metrics/metrics.js';
import { openTelemetry } from '../emulator/control/metrics/tracing.js';
import type { CompleteOptions } from '../emulator/options.js';
import { addressOf } from '../common/platform/emulator-url.js';
import type { OpenStore } from '../emulator/store/keeper.js';
import type { Catalogue, Scenario } from '../emulator/scenarios/scenario.js';
import {
  controlContract,
  fixtureOf,
  packageVersion,
  scenariosWith,
  shippedContracts,
  SHIPPED_FIXTURES,
  shippedScenarios,
  stateValidator,
  bundleValidator,
} from './shipped.js';

/** The hooks of {@link assemble}, which shows no sandboxes. */
export interface AssemblyHooks extends Pick<EmulatorHooks, 'onInternalError' | 'onWarning'> {
  readonly onExchange?: ServiceContext['onExchange'] | undefined;
  readonly beforeForgetting?: ((sandboxId: string) => void) | undefined;
  /** The run that the emulator takes part in. Default: none. */
  readonly run?: ((catalogue: Catalogue) => RunSandboxes) | undefined;
  /** Where the sandboxes are kept. Default: in memory alone. */
  readonly store?: OpenStore | undefined;
}

/** The contexts of the two planes. */
export interface Assembly {
  readonly service: ServiceContext;
  readonly control: ControlContext;
  readonly run?: RunSandboxes;
}

/**
 * @param scenarios some that are known beside the shipped ones and those of the options
 * @throws OptionsError, DocumentError, SigningKeyError, StoreError
 */
export function assemble(
  options: CompleteOptions,
  {
    onInternalError = printError,
    onWarning = printWarning,
    onExchange,
    beforeForgetting = () => undefined,
    run: joinRun,
    store,
  }: AssemblyHooks,
  scenarios: readonly Scenario[] = [],
): Assembly {
  const startedAt = performance.now();
  const contracts = shippedContracts();
  const catalogue = new Map([
    ...scenarios.map((scenario): [string, Scenario] => [scenario.name, scenario]),
    ...scenariosWith(options.scenarios),
  ]);
  const rules = worldRules(catalogue);
  const key = signingKeyFor(options, store, onWarning);
  const run = joinRun?.(catalogue);
  const factory = new SandboxFactory({
    catalogue,
    variantPoints: contracts.points,
    defaults: options,
    fixtureOf: (fixture) => fixtureOf(fixture, rules),
    machine: store?.clock,
    injectedInto: run && (({ id, name }) => run.opened({ id, ...(name !== undefined && { name }) })),
  });
  const { sandboxes, journals, keeper } = keepSandboxes(options, {
    factory,
    catalogue,
    contracts,
    isShipped,
    store,
    onWarning,
    onFailure: onInternalError,
  });
  const publicUrl = publicUrlOf(options);
  const parts: EmulatorParts = {
    contracts,
    catalogue,
    journals,
    keeper,
    shared: keeper?.shared,
    accessTokens: new AccessTokens(key, options.network),
    linkTokens: new LinkTokens(key),
    addressOf: publicUrl === undefined ? addressOf : () => publicUrl,
    onInternalError,
  };
  const metrics = new Metrics();
  const register = new SandboxRegister({
    sandboxes,
    journals,
    factory,
    keeper,
    most: options.maxSandboxes,
    beforeForgetting,
  });
  const service: ServiceContext = {
    ...parts,
    scenarios: new ActiveScenarios(catalogue),
    sandboxes,
    cache: new ResponseCache(),
    longWork: new LongWork(),
    unfinished: new UnfinishedExchanges(),
    connections: new Connections(store?.connectionsBefore),
    responseBytes: options.responseBytes,
    dateHeaders: new DateHeaders(),
    // Journals of a store go on: their exchanges are in the order of time since the store was made.
    startedAt: store?.madeAt ?? startedAt,
    ...(options.autoSandbox && {
      openSandbox: sandboxOpener((clientId, clientSecret) => register.openFor(clientId, clientSecret)),
    }),
    ...(run !== undefined && {
      onRecorded: (record, sandbox) => {
        // A request may end after its sandbox was removed.
        if (register.has(sandbox.id) && !record.sentByEmulator)
          run.recorded(sandbox, new ShownJournal(() => sandbox, control).shower()(record));
      },
    }),
    onExchange: (record, sandbox) => {
      if (!record.sentByEmulator) run?.sent(sandbox, record.id, record.duration);
      metrics.observe(record);
      trace?.exchange(record, sandbox);
      onExchange?.(record, sandbox);
    },
    onRefused: (request) => trace?.refused(request),
  };
  const { network } = options;
  const { fixture, seed, population } = sandboxes.default.settings.base;
  const control: ControlContext = {
    ...parts,
    ...rules,
    controlContract,
    facts: {
      version: packageVersion(),
      network,
      seed,
      population: population.size,
      fixture: fixture.name,
    },
    register,
    factory,
    journalsId: store?.identity ?? String(performance.timeOrigin + startedAt),
    beforeForgetting,
    metrics,
    addressOptions: { ...(publicUrl !== undefined && { publicUrl }), ...(options.trustProxy && { trustProxy: true }) },
    allowedHosts: [...options.allowedHosts, ...(publicUrl === undefined ? [] : [new URL(publicUrl).hostname])],
    seenParty: (sandbox, id) => seenParty(contracts, sandbox, id),
    inspector: options.inspector,
    controlToken: options.controlToken,
    isShipped,
    isShippedScenario: (name) => shippedScenarios().has(name),
    stateValidator,
    bundleValidator,
    lifecycle: { isEnding: false },
    startedAt,
    connectToItself: (address, onRecorded) => ownConnection({ ...service, addressOf: () => address, onRecorded }),
  };
  const trace = openTelemetry(control, schemeOf(options), service.startedAt);
  return { service, control, ...(run !== undefined && { run }) };
}

/** What worlds are checked against: the scenarios, and the contract of the service. */
export function worldRules(catalogue: Catalogue): WorldRules {
  const { base } = shippedContracts();
  return { catalogue, partyViolations: (party) => partyViolations(base, party) };
}

function isShipped(fixture: string): boolean {
  return SHIPPED_FIXTURES.includes(fixture);
}

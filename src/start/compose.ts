/** Puts contract, worlds, scenarios and the contexts of both planes together. */

import { allAtOnce } from '../common/steps.js';
import { publicUrlOf } from '../emulator/addresses.js';
import type { ControlContext } from '../emulator/control/control-context.js';
import { SandboxFactory } from '../emulator/control/sandboxes/sandbox-factory.js';
import { SandboxRegister } from '../emulator/control/sandboxes/sandbox-register.js';
import { sandboxRedactors } from '../emulator/control/methods/journal/sandbox-redactors.js';
import { sandboxesAtStart } from '../emulator/control/sandboxes/sandboxes-at-start.js';
import { AccessTokens } from '../emulator/domain/tokens/access-tokens.js';
import type { Sandbox } from '../emulator/domain/sandbox/sandbox.js';
import { LinkTokens } from '../emulator/domain/tokens/link-tokens.js';
import { developmentKey, newKeyPem, signingKeyFromPem } from '../emulator/domain/tokens/signing-key.js';
import type { SigningKey } from '../emulator/domain/tokens/signing-key.js';
import type { WorldRules } from '../emulator/control/fixtures/check-world.js';
import { ownConnection } from './own-connection.js';
import type { RunMembership } from './run-membership.js';
import { ActiveScenarios } from '../emulator/service/active-scenarios.js';
import { Connections } from '../emulator/service/http/connections.js';
import { UnfinishedExchanges } from '../emulator/service/unfinished-exchanges.js';
import { partyViolations } from '../emulator/service/representations/party-violations.js';
import { rulesIn } from '../emulator/service/representations/rows.js';
import { seenParty } from '../emulator/service/representations/seen-party.js';
import type { ServiceContext } from '../emulator/service/service-context.js';
import type { ExchangeOutline } from '../emulator/journal/exchange.js';
import { exchangeOf, type ExchangeRecord, outlineOf } from '../emulator/journal/exchange-record.js';
import { outlineLine } from '../emulator/journal/exchange-line.js';
import { isReported, RefusedConnections, type RefusedConnection } from '../emulator/refused-connections.js';
import { RunSandboxes } from '../emulator/injection/run-sandboxes.js';
import { Holds } from '../emulator/holds/holds.js';
import type { EmulatorParts } from '../emulator/emulator-parts.js';
import { type EmulatorHooks, printError, printWarning } from '../emulator/emulator-hooks.js';
import type { CompleteOptions } from '../emulator/options.js';
import { addressOf } from '../common/platform/emulator-url.js';
import { readText } from '../contract/documents/read-document.js';
import type { OpenStore } from '../emulator/store/keeper.js';
import type { Catalogue } from '../emulator/scenarios/scenario.js';
import { controlContract, fixtureOf, packageVersion } from './shipped.js';
import { scenariosWith, shippedContracts, shippedScenarios } from './shipped.js';

/** The hooks of {@link assemble}, which shows no sandboxes. */
export interface AssemblyHooks extends Pick<EmulatorHooks, 'onInternalError' | 'onWarning'> {
  /**
   * Called with connections whose clients did not speak the protocol of the port: with the first ten for each reason,
   * and then with the 100th, the 1000th and so on. Default: `onWarning` gets the message.
   */
  readonly onRefusedConnection?: ((refused: RefusedConnection) => void) | undefined;
  /**
   * Called for each exchange when it is over, unless its sandbox was removed before. Of messages that HTTP refuses, the
   * first ten of each status are reported, and then the 100th, the 1000th and so on. `outline` makes the outline of the
   * exchange, without secrets. A hook may collect these functions and call them later, in the order in which it got
   * them: many outlines at once take less time. Default: `onWarning` gets a line about each exchange that breaks HTTP.
   */
  readonly onExchange?: ((outline: () => ExchangeOutline, sandbox: Sandbox) => void) | undefined;
  /** Called before the exchanges of a sandbox are removed. */
  readonly beforeRemovingExchanges?: ((sandboxId: string) => void) | undefined;
  /** The run that the emulator takes part in. Default: none. */
  readonly membership?: RunMembership | undefined;
  /** Where the sandboxes are kept. Default: in memory alone. */
  readonly store?: OpenStore | undefined;
}

/** The contexts of the two planes. */
export interface Assembly {
  readonly service: ServiceContext;
  readonly control: ControlContext;
  /** The sandboxes in the run that the emulator takes part in; undefined without a run. */
  readonly run: RunSandboxes | undefined;
  /** Warns of options that a stored default sandbox ignores. */
  readonly warnOfIgnored: () => void;
}

/**
 * Makes all parts of an emulator, which does not listen yet. A part is made after those that it needs, so the order of
 * the paragraphs matters: what sandboxes are made of, the sandboxes, what both planes share, then the planes.
 * @throws OptionsError, DocumentError, SigningKeyError, StoreError
 */
export function assemble(options: CompleteOptions, hooks: AssemblyHooks): Assembly {
  const { onInternalError = printError, onWarning = printWarning, membership, store } = hooks;
  const { beforeRemovingExchanges = () => undefined } = hooks;
  const { onRefusedConnection = ({ message }: RefusedConnection) => onWarning(message) } = hooks;
  const startedAt = performance.now();

  // What sandboxes are made of.
  const contracts = shippedContracts();
  const catalogue = scenariosWith(options.scenarios);
  const rules = worldRules(catalogue);
  const key = signingKeyFor(options, store, onWarning);
  const run = membership && new RunSandboxes(membership.folder, membership.label, catalogue);
  const factory = new SandboxFactory({
    catalogue,
    variantPoints: contracts.points,
    defaults: options,
    fixtureOf: (fixture) => fixtureOf(fixture, rules),
    injectedInto: run && ((settings) => run.addSandbox(settings)),
  });

  // The sandboxes at the start: those of the store, or a new one.
  const storing = { factory, store, onWarning, onFailure: onInternalError };
  const { sandboxes, journals, keeper, warnOfIgnored } = sandboxesAtStart(options, storing);

  // What both planes share.
  const holds = new Holds({ isShared: keeper?.shared !== undefined });
  const publicUrl = publicUrlOf(options);
  const parts: EmulatorParts = {
    contracts,
    catalogue,
    journals,
    keeper,
    shared: keeper?.shared,
    holds,
    accessTokens: new AccessTokens(key, options.network, { isDisguised: run?.orders.isDisguised }),
    linkTokens: new LinkTokens(key),
    addressOf: publicUrl === undefined ? addressOf : () => publicUrl,
    refusedConnections: new RefusedConnections(onRefusedConnection, run && ((reason) => run.recordRefusal(reason))),
    onInternalError,
  };

  // What knows the open sandboxes, and hides the secrets of each.
  const { controlToken, clientSecret } = options;
  const otherSecrets = [clientSecret, sandboxes.default.settings.clientSecret, controlToken];
  const redactorOf = sandboxRedactors({ ...parts, otherSecrets });
  const register = new SandboxRegister({ sandboxes, journals, factory, keeper, holds, beforeRemovingExchanges });

  // The data plane.
  const service: ServiceContext = {
    ...parts,
    scenarios: new ActiveScenarios(catalogue),
    sandboxes,
    unfinished: new UnfinishedExchanges(),
    connections: new Connections(store?.connectionsBefore),
    // Journals of a store go on: their exchanges are in the order of time since the store was made.
    startedAt: store?.madeAt ?? startedAt,
    // A run may order that no response shows an emulator. It also keeps what clients have sent.
    ...(run !== undefined && {
      isDisguised: run.orders.isDisguised,
      onRecorded: (record, sandbox) => {
        // A request may end after its sandbox was removed.
        if (register.has(sandbox.id) && !record.sentByEmulator)
          run.recordExchange(sandbox, allAtOnce(exchangeOf(record, redactorOf(sandbox))));
      },
    }),
    onExchange: exchangeReporter({ register, redactorOf }, run, { ...hooks, onWarning }),
  };

  // The control plane.
  const { network } = options;
  const { fixture, seed, population } = sandboxes.default.settings.base;
  const control: ControlContext = {
    ...parts,
    ...rules,
    controlContract,
    facts: { version: packageVersion(), network, seed, population: population.size, fixture: fixture.name },
    register,
    factory,
    beforeRemovingExchanges,
    ...(publicUrl !== undefined && { publicUrl }),
    allowedHosts: [...options.allowedHosts, ...(publicUrl === undefined ? [] : [new URL(publicUrl).hostname])],
    seenParty: (sandbox, id) => seenParty(contracts, sandbox, id),
    rulesOf: ({ settings: chosen }) => rulesIn(contracts.in(chosen)),
    controlToken,
    redactorOf,
    isShippedScenario: (name) => shippedScenarios().has(name),
    startedAt,
    connectToItself: (address, onRecorded) => ownConnection({ ...service, addressOf: () => address, onRecorded }),
  };

  return { service, control, run, warnOfIgnored };
}

/** The function that tells the run, and the hooks, about each exchange that is over. */
function exchangeReporter(
  { register, redactorOf }: Pick<ControlContext, 'register' | 'redactorOf'>,
  run: RunSandboxes | undefined,
  { onExchange, onWarning }: AssemblyHooks & Required<Pick<AssemblyHooks, 'onWarning'>>,
): ServiceContext['onExchange'] {
  /** How many messages HTTP has refused, by their status. */
  const refusedCounts = new Map<number, number>();
  // A client that speaks broken HTTP may send thousands of messages. Only some of them are reported.
  const isOneOfTooMany = ({ brokenHttp, status }: ExchangeRecord): boolean => {
    if (brokenHttp !== 'refused') return false;

    const count = (refusedCounts.get(status) ?? 0) + 1;
    refusedCounts.set(status, count);
    return !isReported(count);
  };

  return (record, sandbox) => {
    if (!record.sentByEmulator) run?.recordEnd(sandbox, record);
    // A request may end after its sandbox was removed.
    if (!register.has(sandbox.id) || isOneOfTooMany(record)) return;

    const outline = (): ExchangeOutline => outlineOf(record, redactorOf(sandbox));
    if (onExchange !== undefined) onExchange(outline, sandbox);
    else if (record.brokenHttp !== undefined) onWarning(outlineLine(outline()));
  };
}

/**
 * The key of the option. Without one, the key of the store, which the first start makes. Without a store, the key for
 * development, which everybody knows.
 * @throws SigningKeyError, DocumentError, StoreError
 */
function signingKeyFor(
  { signingKey }: CompleteOptions,
  store: OpenStore | undefined,
  onWarning: (message: string) => void,
): SigningKey {
  if (signingKey !== undefined) return signingKeyFromPem(readText(signingKey));
  if (store === undefined) return developmentKey();

  const { pem, createdIn } = store.signingKey(newKeyPem);
  if (createdIn !== undefined)
    onWarning(
      `a new key signs the tokens, and stays in ${createdIn}; keep it secret: anyone who has it can make valid tokens`,
    );

  return signingKeyFromPem(pem);
}

/** What worlds are checked against: the scenarios that parties name, and the contract of the service. */
export function worldRules(catalogue: Catalogue): WorldRules {
  const { base } = shippedContracts();
  return { catalogue, partyViolations: (party) => partyViolations(base, party) };
}

/**
 * What a provider state can do to a sandbox: a part of `SandboxControl`, which is one in-process; over HTTP it is a
 * `RemoteSandbox`, whose methods return promises.
 */

import type { ActivationEnd, ScenarioParameters } from '../../control/scenario-control.js';
import type { NewParty } from '../../control/world/new-party.js';
import type { ShownParty } from '../../control/world/shown-party.js';
import type { MintedToken, SandboxControl } from '../../control/sandbox-control.js';

type Awaitable<T> = T | Promise<T>;

export interface StateSandbox {
  readonly clientId: string;
  readonly clientSecret: string;
  /** What every API path is relative to. */
  readonly apiUrl: string;
  readonly tokenUrl: string;
  /** A good access token, without the token endpoint. */
  accessToken(): Awaitable<MintedToken>;
  /** Switches a scenario on. */
  use(scenario: string, parameters?: ScenarioParameters, end?: ActivationEnd): Awaitable<unknown>;
  readonly clock: {
    /** Moves the time by a duration: `PT20M`, `20m`, milliseconds. */
    advance(by: string | number): Awaitable<unknown>;
    set(time: string): Awaitable<unknown>;
  };
  readonly world: {
    party(partyId: string): Awaitable<ShownParty>;
    parties(query?: Parameters<SandboxControl['world']['parties']>[0]): Awaitable<{ readonly items: readonly ShownParty[]; readonly total: number }>;
    addParty(entry: NewParty): Awaitable<ShownParty>;
    credential(contractId: string): Awaitable<ReturnType<SandboxControl['world']['credential']>>;
    issue(partyId: string, options: Parameters<SandboxControl['world']['issue']>[1]): Awaitable<ReturnType<SandboxControl['world']['issue']>>;
    revoke(contractId: string): Awaitable<unknown>;
    archive(contractId: string): Awaitable<unknown>;
    expire(contractId: string): Awaitable<unknown>;
    supersede(contractId: string): Awaitable<unknown>;
    request(partyId: string, provider: Parameters<SandboxControl['world']['request']>[1], status?: Parameters<SandboxControl['world']['request']>[2]): Awaitable<unknown>;
    decide(partyId: string, decision: Parameters<SandboxControl['world']['decide']>[1]): Awaitable<unknown>;
  };
}

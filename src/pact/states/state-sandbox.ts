/**
 * The part of a sandbox that provider states use. A `SandboxControl` in this process has these methods, and so does a
 * `RemoteSandbox` over HTTP, whose methods return promises.
 */

import type { Awaitable } from '../../common/awaitable.js';
import type { ClockControl } from '../../emulator/control/methods/clock-control.js';
import type { SandboxControl } from '../../emulator/control/methods/sandbox-control.js';
import type { ActivationEnd, ScenarioControl } from '../../emulator/control/methods/scenario-control.js';
import type { ShownActivation } from '../../emulator/control/documents.js';
import type { WorldControl } from '../../emulator/control/methods/world/world-control.js';
import type { ActivationParameter } from '../../emulator/domain/sandbox/activation.js';

/** Some methods of an object. The object may be in another process; then each result is a promise. */
type NearOrFar<Control, Names extends keyof Control> = {
  readonly [Name in Names]: Control[Name] extends (...given: infer Given) => infer Result
    ? (...given: Given) => Awaitable<Result>
    : Control[Name];
};

/** The members that identify a sandbox to a client. */
type Identity = 'id' | 'clientId' | 'clientSecret' | 'apiUrl' | 'tokenUrl';

/**
 * A sandbox in which states are set up. The methods of `world` throw an error with `status` 404 if there is no such
 * party or credential.
 */
export interface StateSandbox extends NearOrFar<SandboxControl, Identity | 'accessToken' | 'verificationLink'> {
  readonly scenarios: NearOrFar<ScenarioControl, 'select'>;
  readonly clock: NearOrFar<ClockControl, 'reading' | 'advance' | 'set' | 'freeze'>;
  readonly world: NearOrFar<WorldControl, ReadsWorld | ChangesWorld>;
  /**
   * Switches on one scenario. This is declared as a method and not as a member with a function type, so that sandboxes
   * may restrict the names of scenarios by their types.
   */
  use(
    scenario: string,
    parameters?: Readonly<Record<string, ActivationParameter>>,
    end?: ActivationEnd,
  ): Awaitable<Pick<ShownActivation, 'scenario'>>;
}

/** The methods of the world that only read. */
type ReadsWorld = 'parties' | 'party' | 'credential';
/** The methods of the world that states need in order to change it. */
type ChangesWorld =
  'addParty' | 'changeParty' | 'issue' | 'revoke' | 'archive' | 'expire' | 'supersede' | 'request' | 'decide';

/**
 * The result of a call; undefined if it throws an error with `status` 404.
 * @throws every other error of the call
 */
export async function unlessNotFound<Value>(call: () => Awaitable<Value>): Promise<Value | undefined> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof Error && 'status' in error && error.status === 404) return undefined;
    throw error;
  }
}

/**
 * What a provider state can do to a sandbox: a part of `SandboxControl`, which is one in-process; over HTTP it is a
 * `RemoteSandbox`, whose methods return promises.
 */

import type { ClockControl } from '../../control/clock-control.js';
import type { SandboxControl } from '../../control/sandbox-control.js';
import type { ScenarioControl } from '../../control/scenario-control.js';
import type { WorldControl } from '../../control/world/world-control.js';

/** The same method, or one that promises its result. */
type Reached<Method> = Method extends (...given: infer Given) => infer Result
  ? (...given: Given) => Result | Promise<Result>
  : never;

type Reach<Control, Names extends keyof Control> = { readonly [Name in Names]: Reached<Control[Name]> };

export interface StateSandbox
  extends
    Pick<SandboxControl, 'id' | 'clientId' | 'clientSecret' | 'apiUrl' | 'tokenUrl'>,
    Reach<SandboxControl, 'use' | 'accessToken' | 'verificationLink'> {
  readonly scenarios: Reach<ScenarioControl, 'select'>;
  readonly clock: Reach<ClockControl, 'reading' | 'advance' | 'set' | 'freeze'>;
  readonly world: Reach<
    WorldControl,
    | 'parties'
    | 'party'
    | 'addParty'
    | 'changeParty'
    | 'credential'
    | 'issue'
    | 'revoke'
    | 'archive'
    | 'expire'
    | 'supersede'
    | 'request'
    | 'decide'
  >;
}

/** One that can be put back to what it was. */
export type RestorableSandbox = StateSandbox & Reach<SandboxControl, 'state' | 'load'>;

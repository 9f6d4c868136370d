/**
 * The part of a sandbox that provider states use. An in-process `SandboxControl` has these methods, and so does a
 * `RemoteSandbox` over HTTP, whose methods return promises.
 */

import type { ActivationParameter } from '../../emulator/domain/sandbox/activation.js';
import type {
  Decided,
  Decision,
  Delay,
  Disclosure,
  IssueOptions,
  NewCredential,
  NewParty,
  PartiesQuery,
} from '../../emulator/domain/world/change-requests.js';
import type { AccountChanges } from '../../emulator/domain/world/events.js';
import type { DataRequest, RequestStatus } from '../../emulator/domain/world/model.js';
import type { ShownCredential, ShownParty, ShownRequest } from '../../emulator/domain/world/shown-party.js';

/** A value now, or later. */
export type Awaitable<Value> = Value | Promise<Value>;

/** A scenario that was switched on. */
export interface SwitchedOn {
  /** Name of the scenario. */
  readonly scenario: string;
}

/** When a scenario ends by itself. Default: never. */
export interface ScenarioEnd {
  /** After this number of calls. */
  readonly count?: number;
  /** After this time by the sandbox's clock: `PT5M`, `30s`. */
  readonly for?: string;
}

/** The clock of a sandbox. */
export interface ShownClock {
  /** ISO 8601 in UTC. */
  readonly time: string;
  readonly frozen: boolean;
}

export interface StateSandbox {
  readonly id: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Base of every API path: `http://127.0.0.1:4010/api/v1`. */
  readonly apiUrl: string;
  readonly tokenUrl: string;
  readonly scenarios: {
    /** Switches on scenarios, written as in the `Emulator-Scenario` header. */
    readonly select: (selection: string, end?: ScenarioEnd) => Awaitable<readonly SwitchedOn[]>;
  };
  readonly clock: StateClock;
  readonly world: StateWorld;
  /** Switches on one scenario. A method, so that sandboxes may know the names of their scenarios as types. */
  use(
    scenario: string,
    parameters?: Readonly<Record<string, ActivationParameter>>,
    end?: ScenarioEnd,
  ): Awaitable<SwitchedOn>;
  /** Issues an access token. `lifetime` is in seconds. */
  readonly accessToken: (options?: {
    readonly lifetime?: number;
  }) => Awaitable<{ readonly accessToken: string; readonly expiresIn: number }>;
  /** Makes a verification link for a disclosed credential. `lifetime` is in seconds; 0 means expired. */
  readonly verificationLink: (
    contractId: string,
    options?: { readonly lifetime?: number },
  ) => Awaitable<{ readonly verificationUrl: string; readonly token: string }>;
}

/** Reads and sets the clock of a sandbox. */
export interface StateClock {
  readonly reading: () => Awaitable<ShownClock>;
  /** Moves the clock by a duration (`PT2H`, `-15m`) or by milliseconds. */
  readonly advance: (by: string | number) => Awaitable<ShownClock>;
  readonly set: (time: string | Date, options?: { readonly frozen?: boolean }) => Awaitable<ShownClock>;
  /** Stops the clock, at the current time by default. */
  readonly freeze: (at?: string | Date) => Awaitable<ShownClock>;
}

/** Reads and changes the world of a sandbox. Methods throw an error with `status` 404 if there is no such party or credential. */
export interface StateWorld {
  readonly parties: (
    query?: PartiesQuery,
  ) => Awaitable<{ readonly items: readonly ShownParty[]; readonly total: number }>;
  readonly party: (partyId: string) => Awaitable<ShownParty>;
  readonly addParty: (entry: NewParty) => Awaitable<ShownParty>;
  /** Changes the account of a party. Null removes a value. */
  readonly changeParty: (partyId: string, changes: AccountChanges) => Awaitable<ShownParty>;
  readonly credential: (
    contractId: string,
  ) => Awaitable<{ readonly partyId: string; readonly disclosed: boolean; readonly credential: ShownCredential }>;
  readonly issue: (partyId: string, options: IssueOptions) => Awaitable<ShownCredential>;
  readonly revoke: (contractId: string, delay?: Delay) => Awaitable<ShownCredential>;
  readonly archive: (contractId: string, delay?: Delay) => Awaitable<ShownCredential>;
  readonly expire: (contractId: string, delay?: Delay) => Awaitable<ShownCredential>;
  readonly supersede: (
    contractId: string,
    entry?: Partial<NewCredential> & Disclosure & Delay,
  ) => Awaitable<ShownCredential>;
  /** Requests the credentials of one provider, as the institution does. */
  readonly request: (
    partyId: string,
    provider: DataRequest['provider'],
    status?: RequestStatus,
  ) => Awaitable<ShownRequest>;
  readonly decide: (partyId: string, decision: Decision) => Awaitable<Decided>;
}

/** A sandbox whose state can be saved and restored. */
export interface RestorableSandbox extends StateSandbox {
  readonly state: () => Awaitable<SavedState>;
  readonly load: (state: unknown) => Awaitable<void>;
}

/** The state of a sandbox as a document. It has more members than those here. */
export interface SavedState {
  /** How the sandbox was opened. */
  readonly options: object;
}

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

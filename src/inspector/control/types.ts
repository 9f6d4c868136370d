/** What the control plane returns, by short names. */

import type { components } from './control-plane.js';

export type { Activation, Clock, Coverage, FidelityPoint, Party, Sandbox } from './control-plane.js';
export type { Scenario, ScenarioParameter, SeenParty, SendRequest, Verdict } from './control-plane.js';

type Schemas = components['schemas'];

export type Exchange = Schemas['JournaledExchange'];
export type MessageBody = Schemas['JournaledBody'];
export type Operation = Schemas['ServiceOperation'];
export type Upcoming = Schemas['UpcomingList']['upcoming'][number];

/** One line of an exchange, as `/journal/outlines` streams it. */
export type Outline = Omit<Exchange, 'request' | 'response'> & {
  /** What an error response says is wrong. */
  readonly error?: string;
  readonly ending?: NonNullable<Exchange['response']['ending']>;
};

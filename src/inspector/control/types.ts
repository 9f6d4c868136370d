/** What the control plane returns, by short names. */

import type { components } from './control-plane.js';

type Schemas = components['schemas'];

export type Activation = Schemas['Activation'];
export type Clock = Schemas['Clock'];
export type Coverage = Schemas['Coverage'];
export type Exchange = Schemas['JournaledExchange'];
export type FidelityPoint = Schemas['FidelityPoint'];
export type MessageBody = Schemas['JournaledBody'];
export type Operation = Schemas['ServiceOperation'];
export type Party = Schemas['Party'];
export type Sandbox = Schemas['Sandbox'];
export type Scenario = Schemas['Scenario'];
export type ScenarioParameter = Schemas['ScenarioParameter'];
export type SeenParty = Schemas['SeenParty'];
export type SendRequest = Schemas['SendRequest'];
export type Upcoming = Schemas['UpcomingList']['upcoming'][number];
export type Verdict = Schemas['Verdict'];

/** One line of an exchange, as `/journal/outlines` streams it. */
export type Outline = Omit<Exchange, 'request' | 'response'> & {
  /** What an error response says is wrong. */
  readonly error?: string;
  readonly ending?: NonNullable<Exchange['response']['ending']>;
};

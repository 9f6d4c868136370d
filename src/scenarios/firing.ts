/** Decides whether an activation fires on a call, and on which step. Every call that matches is counted. */

import type { OperationId } from '../contract/operation.js';
import type { Activation, StandingActivation } from '../domain/sandbox/activation.js';
import type { Sandbox } from '../domain/sandbox/sandbox.js';
import { instant, parseMoment } from '../domain/time/moment.js';
import { fraction, hashText } from '../domain/time/random.js';
import { fillTemplate } from './fill-template.js';
import type { RequestPattern, Scenario, StepTemplate } from './scenario.js';

export interface CallFacts {
  readonly operation: OperationId;
  readonly sandbox: Sandbox;
  /** With its suffix, if it has one. */
  readonly clientId: string;
  readonly subjects: Subjects;
  /** Every value of a query parameter. */
  readonly query: (name: string) => readonly string[];
  /** A member at the top of the body. */
  readonly body: (name: string) => unknown;
}

/** Whom and what a request concerns. */
export interface Subjects {
  readonly partyIds: ReadonlySet<string>;
  readonly contractIds: ReadonlySet<string>;
  readonly providers: ReadonlySet<string>;
}

/** The n-th call of an activation, and the step that it meets. */
export interface Firing {
  /** From 1. */
  readonly call: number;
  readonly step: StepTemplate;
}

/** When a scenario fires, its parameters filled in. */
export interface When {
  readonly skip?: number;
  readonly every?: number;
  readonly times?: number;
  readonly probability?: number;
  /** Milliseconds after the start where the text was a parameter that is a duration. */
  readonly between?: { readonly from?: string | number; readonly until?: string | number };
  readonly request?: RequestPattern;
}

/** What a parameter that holds no moment stands for. */
const START = { sinceStart: 0 };

/** What the call meets; undefined where the activation lets it pass. */
export function firingOf(
  scenario: Scenario,
  activation: Activation | StandingActivation,
  facts: CallFacts,
): Firing | undefined {
  if (hasEnded(activation, facts.sandbox)) return undefined;
  const when = fillTemplate(scenario.when, activation.parameters) as When;
  if (!isWithin(when.between, facts) || !matchesRequest(when.request, facts)) return undefined;
  const call = facts.sandbox.countCall(activation);
  const step = isDrawn(when, activation, call, facts) ? turnOf(scenario, when, activation.parameters, call) : undefined;
  return step?.fault && { call, step };
}

/** Whether an activation has come to its end by itself. */
export function hasEnded(activation: Activation | StandingActivation, sandbox: Sandbox): boolean {
  const { count, until } = activation as StandingActivation;
  return (
    (count !== undefined && sandbox.callsOf(activation) >= count) ||
    (until !== undefined && sandbox.clock.now() >= until)
  );
}

/** The step that the n-th call of an activation meets, chance aside; undefined where it is not its turn. */
export function turnOf(
  scenario: Scenario,
  when: When,
  parameters: Activation['parameters'],
  call: number,
): StepTemplate | undefined {
  return isTurn(when, call) ? stepOf(scenario, parameters, call) : undefined;
}

function isTurn({ skip = 0, every = 1, times = Number.POSITIVE_INFINITY }: When, call: number): boolean {
  const position = call - skip - 1;
  return position >= 0 && position % every === 0 && position / every < times;
}

function isDrawn({ probability = 1 }: When, { key }: Activation, call: number, { sandbox }: CallFacts): boolean {
  return probability >= 1 || fraction(sandbox.seed, hashText(key), call) < probability;
}

function stepOf({ steps }: Scenario, parameters: Activation['parameters'], call: number): StepTemplate | undefined {
  let last = 0;
  return steps.find((step) => {
    const calls = fillTemplate(step.calls, parameters) as number | undefined;
    last += calls ?? Number.POSITIVE_INFINITY;
    return call <= last;
  });
}

function isWithin(between: When['between'], { sandbox }: CallFacts): boolean {
  if (between === undefined) return true;
  const { now, epoch } = sandbox.world.time();
  const at = (moment: string | number): number =>
    instant((typeof moment === 'number' ? { sinceStart: moment } : parseMoment(moment)) ?? START, epoch);
  return (
    (between.from === undefined || now >= at(between.from)) && (between.until === undefined || now < at(between.until))
  );
}

/** All that the pattern asks for has to be there; no pattern asks for nothing. */
export function matchesRequest(pattern: RequestPattern | undefined, facts: CallFacts): boolean {
  if (pattern === undefined) return true;
  const { party, provider, contract, client, query = {}, body = {} } = pattern;
  const { partyIds, contractIds, providers } = facts.subjects;
  return (
    (party === undefined || partyIds.has(party)) &&
    (provider === undefined || providers.has(provider)) &&
    (contract === undefined || contractIds.has(contract)) &&
    (client === undefined || facts.clientId === client) &&
    Object.entries(query).every(([name, value]) => facts.query(name).includes(value)) &&
    Object.entries(body).every(([name, value]) => textOf(facts.body(name)) === value)
  );
}

function textOf(member: unknown): string {
  return typeof member === 'string' ? member : JSON.stringify(member);
}

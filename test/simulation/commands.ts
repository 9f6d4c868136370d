/** Random steps of a simulation, for `fast-check`. */

import fc from 'fast-check';
import type { Deployment, Disturbance } from './deployments.js';
import type { RunningClock } from './running-clock.js';
import type { ControlChange } from './service-model.js';
import type { ParallelChange, PlannedRequest, SimulatedSandbox } from './simulated-sandbox.js';

/** What the steps work on. */
export interface Simulation {
  readonly deployment: Deployment;
  readonly sandboxes: readonly SimulatedSandbox[];
  readonly clock: RunningClock;
}

/** `fast-check` wants a model of its own beside the real thing; here each sandbox has its model. */
type Nothing = object;

type Step = fc.AsyncCommand<Nothing, Simulation>;

/** More than one, to notice what crosses from one to the other: they have the same parties and credentials. */
export const SANDBOXES = 2;

const sandbox = fc.nat({ max: SANDBOXES - 1 });
const partyId = fc.constantFrom('ada', 'ben');
const provider = fc.constantFrom('GITHUB', 'GOOGLE');
const contractId = fc.constantFrom('0011', '0022', '0033');

const request: fc.Arbitrary<PlannedRequest> = fc.oneof(
  fc.record({ type: fc.constantFrom('token', 'users') }),
  fc.record({ type: fc.constant('credentials'), partyId }),
  fc.record({ type: fc.constant('request data'), partyId, provider }),
  fc.record({ type: fc.constantFrom('generate link', 'check link'), contractId }),
);

const parallelChange: fc.Arbitrary<ParallelChange> = fc.oneof(
  fc.record({ type: fc.constant('add party'), partyId }),
  { weight: 2, arbitrary: fc.record({ type: fc.constant('issue'), partyId, provider, contractId }) },
  fc.record({ type: fc.constant('revoke'), contractId }),
  fc.record({ type: fc.constant('reject'), partyId, provider }),
  fc.record({ type: fc.constant('refuse calls'), calls: fc.integer({ min: 1, max: 4 }) }),
);

const change: fc.Arbitrary<ControlChange> = fc.oneof(
  { weight: 6, arbitrary: parallelChange },
  fc.record({ type: fc.constant('advance'), milliseconds: fc.constantFrom(1_000, 600_000, 1_800_000) }),
);

const requests = fc.array(request, { minLength: 1, maxLength: 4 });
/** No more, because every order of them is tried. */
const changes = fc.array(parallelChange, { maxLength: 3 });

/** Steps of a simulation of a deployment. */
export function steps({ disturbances }: Pick<Deployment, 'disturbances'>): fc.Arbitrary<Step>[] {
  const requesting = fc.record({ sandbox, requests, changes }).map(requestsStep);
  const changing = fc.record({ sandbox, change }).map(changeStep);
  const timing = fc.record({ advance: fc.constantFrom(0, 1, 60_000) }).map(clockStep);
  if (disturbances.length === 0) return [requesting, changing, timing];
  const disturbance = fc.constantFrom(...disturbances);
  const disturbed = fc
    .record({ sandbox, requests, changes, disturbance, delay: fc.nat({ max: 20 }) })
    .map(disturbedStep);
  // A disturbance takes as long as hundreds of requests.
  return [
    fc.oneof(
      { weight: 8, arbitrary: requesting },
      { weight: 6, arbitrary: changing },
      { weight: 2, arbitrary: timing },
      { weight: 1, arbitrary: disturbed },
    ),
  ];
}

/** Writers of both planes at the same time. */
interface Writers {
  readonly sandbox: number;
  readonly requests: readonly PlannedRequest[];
  readonly changes: readonly ParallelChange[];
}

function requestsStep(plan: Writers): Step {
  return step(plan, ({ sandboxes }) => sandboxes[plan.sandbox]!.send(plan.requests, plan.changes));
}

function changeStep(plan: { readonly sandbox: number; readonly change: ControlChange }): Step {
  return step(plan, ({ sandboxes }) => sandboxes[plan.sandbox]!.change(plan.change));
}

/** Reads the clock that runs, or advances it by milliseconds. */
function clockStep(plan: { readonly advance: number }): Step {
  return step(plan, ({ clock }) => (plan.advance === 0 ? clock.read() : clock.advance(plan.advance)));
}

/** Writers, and meanwhile a disturbance. */
interface DisturbedWriters extends Writers {
  readonly disturbance: Disturbance;
  /** Milliseconds between the requests and the disturbance. */
  readonly delay: number;
}

function disturbedStep(plan: DisturbedWriters): Step {
  return step(plan, async ({ deployment, sandboxes }) => {
    const sending = sandboxes[plan.sandbox]!.send(plan.requests, plan.changes);
    await new Promise((resolve) => setTimeout(resolve, plan.delay));
    await Promise.all([sending, deployment.disturb(plan.disturbance)]);
  });
}

function step(plan: object, run: (simulation: Simulation) => Promise<void>): Step {
  return {
    check: () => true,
    run: (_nothing, simulation) => run(simulation),
    toString: () => JSON.stringify(plan),
  };
}

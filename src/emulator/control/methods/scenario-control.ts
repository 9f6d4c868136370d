/**
 * The scenarios of a sandbox, activated and deactivated while it runs. A scenario is a fault of the service that calls
 * meet. An activation is a scenario with parameters, until it is deactivated or ends.
 */

import { withoutUndefined } from '../../../common/json.js';
import { boundedSentences } from '../../../common/bounded-list.js';
import { isInjected } from '../../domain/sandbox/activation.js';
import type { Activation, ActivationParameter, StandingActivation } from '../../domain/sandbox/activation.js';
import type { Sandbox } from '../../domain/sandbox/sandbox.js';
import { isoTimestamp } from '../../domain/time/timestamp.js';
import { parseDuration } from '../../domain/time/duration.js';
import { isClockTime } from '../../domain/time/clock.js';
import { firings, hasEnded, isSpent } from '../../scenarios/firing.js';
import type { Catalogue } from '../../scenarios/scenario.js';
import { conflictsAmong, ScenarioSelectionError } from '../../scenarios/select-scenarios.js';
import { selectScenario, selectScenarios } from '../../scenarios/select-scenarios.js';
import type { Schemas, ShownActivation } from '../documents.js';
import { conflict, notFound, unexpected, unprocessable } from '../problem.js';

/** When an activation ends without being deactivated. Default: never. */
export type ActivationEnd = Pick<Schemas['ActivateScenario'], 'count' | 'for'>;

/** Parameters of a scenario as JSON values. */
type ScenarioParameters = Readonly<Record<string, ActivationParameter>>;

/** The methods for the scenarios that apply to all requests of a sandbox. */
export class ScenarioControl {
  readonly #sandbox: () => Sandbox;
  readonly #catalogue: Catalogue;

  /** @internal */
  constructor(sandbox: () => Sandbox, catalogue: Catalogue) {
    this.#sandbox = sandbox;
    this.#catalogue = catalogue;
  }

  /** The active scenarios in the order in which they apply. */
  active(): ShownActivation[] {
    return this.#active().map((activation) => this.#show(activation));
  }

  /**
   * Activates a scenario, shipped or your own, in addition to the active ones.
   * @throws Problem 409 if it conflicts with an active scenario, 422 if the scenario, a parameter or the end is invalid
   */
  use(scenario: string, parameters: ScenarioParameters = {}, end: ActivationEnd = {}): ShownActivation {
    const select = (): Activation => selectScenario(scenario, parameters, this.#catalogue, { selector: 'sandbox' });
    const chosen = selectOrRefuse('/scenario', select);
    return this.#activate([chosen], end, '/scenario')[0]!;
  }

  /**
   * Activates the scenarios of a selection, in addition to the active ones. The selection has the syntax of the
   * `Emulator-Scenario` header.
   * @throws Problem 409 if a scenario conflicts with an active one, 422 if the selection or the end is invalid
   */
  select(selection: string, end: ActivationEnd = {}): ShownActivation[] {
    return this.#activate(this.#parse(selection), end, '/select');
  }

  /** Activates one scenario or those of a selection, as over HTTP. @internal */
  activate({ select, scenario, parameters, ...end }: Schemas['ActivateScenario']): Schemas['Activated'] {
    const activated = select === undefined ? [this.use(scenario!, parameters, end)] : this.select(select, end);
    return { activated, active: this.active() };
  }

  /**
   * Deactivates all scenarios, and activates those of a selection.
   * @throws Problem 422 if the selection is invalid; nothing has changed then
   */
  replace(selection: string): ShownActivation[] {
    // The selection is parsed before anything is deactivated, so an invalid one changes nothing.
    const chosen = this.#parse(selection);
    this.stopAll();
    return this.#activate(chosen, {}, '/select');
  }

  /**
   * Deactivates one activation.
   * @throws Problem 404
   */
  stop(id: string): void {
    if (!this.#active().some((activation) => activation.id === id))
      throw notFound(`There is no activation "${id}" in sandbox "${this.#sandbox().id}".`);
    this.#deactivate([id]);
  }

  /** Deactivates all scenarios. */
  stopAll(): void {
    this.#deactivate(this.#notInjected().map(({ id }) => id));
  }

  /** Parses a selection. @throws Problem */
  #parse(selection: string): Activation[] {
    const select = (): Activation[] => selectScenarios(selection, this.#catalogue, { selector: 'sandbox' });
    return selectOrRefuse('/select', select);
  }

  /** Activates these scenarios, unless one conflicts with another or with an active one. @throws Problem 409, 422 */
  #activate(chosen: readonly Activation[], end: ActivationEnd, pointer: string): ShownActivation[] {
    const conflicts = boundedSentences(conflictsAmong([...this.#active(), ...chosen], this.#catalogue));
    if (conflicts.length > 0) throw conflict(conflicts.join(' '), { pointer, mistakes: conflicts });

    const sandbox = this.#sandbox();
    const { count, for: duration } = end;
    const until = duration === undefined ? undefined : endOf(duration, sandbox.clock.now());
    const limits = withoutUndefined({ count, until });

    const activations = chosen.map((activation) => sandbox.asStanding(activation, limits));
    sandbox.perform({ type: 'scenarios-activated', activations });

    return activations.map((activation) => this.#show(activation));
  }

  /** Ends these activations. */
  #deactivate(ids: readonly string[]): void {
    if (ids.length > 0) this.#sandbox().perform({ type: 'scenarios-deactivated', ids });
  }

  /** The activations that have not ended. */
  #active(): StandingActivation[] {
    const sandbox = this.#sandbox();
    return this.#notInjected().filter((activation) => !hasEnded(activation, sandbox));
  }

  /** All activations except injected ones, which tests neither see nor end. */
  #notInjected(): StandingActivation[] {
    return this.#sandbox().activations.filter((activation) => !isInjected(activation));
  }

  /** The activation as the control plane shows it: with the calls that it has counted, and those on which it fired. */
  #show(activation: StandingActivation): ShownActivation {
    const { id, scenario, parameters, count, until } = activation;
    const sandbox = this.#sandbox();
    const calls = sandbox.callsOf(activation);
    // An imported state may name a scenario that this emulator does not have.
    const known = this.#catalogue.get(scenario);

    return {
      id,
      scenario,
      parameters,
      calls,
      fired: known === undefined ? 0 : firings(known, activation, calls, sandbox.seed),
      ...(count !== undefined && { count }),
      ...(until !== undefined && { until: isoTimestamp(until) }),
      ...(known !== undefined && isSpent(known, activation, calls) && { spent: true as const }),
    };
  }
}

/** The time after a duration. @throws Problem 422 if the duration is invalid, or not longer than nothing */
function endOf(duration: string, now: number): number {
  const length = parseDuration(duration) ?? 0;
  const until = Math.round(now + length);
  if (length > 0 && isClockTime(until)) return until;

  throw unexpected('duration', 'a duration such as "PT5M" or "30s"', duration, '/for');
}

/**
 * Calls `select`, and converts its error to a problem.
 * @param place JSON pointer to the selection
 * @param what names the selection in the error
 * @throws Problem 422 if the selection is invalid
 */
export function selectOrRefuse<Value>(place: string, select: () => Value, what = 'The selection of scenarios'): Value {
  try {
    return select();
  } catch (error) {
    if (!(error instanceof ScenarioSelectionError)) throw error;
    const { message, mistakes } = error;
    throw unprocessable(`${what} is invalid`, message, place, { mistakes });
  }
}

/**
 * Gathers the scenarios that are active for a request, by the four ways in which they can be selected, in this order:
 * the sandbox, the client's ID, the header, the party that the request concerns.
 */

import type { Activation } from '../domain/sandbox/activation.js';
import { BoundedMap } from '../domain/bounded-map.js';
import type { Sandbox } from '../domain/sandbox/sandbox.js';
import { SUFFIX_MARK } from '../domain/sandbox/sandboxes.js';
import { hasEnded } from '../scenarios/firing.js';
import type { Catalogue } from '../scenarios/scenario.js';
import { conflictsAmong, ScenarioSelectionError, selectScenarios } from '../scenarios/select-scenarios.js';

/** How many selections of clients and parties are remembered; the text is the same in every request of theirs. */
const REMEMBERED = 1_000;
const NONE: readonly Activation[] = [];

export class ActiveScenarios {
  readonly #catalogue: Catalogue;
  readonly #remembered = new BoundedMap<string, readonly Activation[]>(REMEMBERED);

  constructor(catalogue: Catalogue) {
    this.#catalogue = catalogue;
  }

  /** What every request of the sandbox meets, as long as it has not come to its end. */
  ofSandbox(sandbox: Sandbox): readonly Activation[] {
    const { activations } = sandbox;
    return activations.some((activation) => hasEnded(activation, sandbox))
      ? activations.filter((activation) => !hasEnded(activation, sandbox))
      : activations;
  }

  /**
   * What a client's ID selects: `demo-institution+rate-limit-burst;burst=2+latency`.
   * @throws ScenarioSelectionError
   */
  ofClient({ clientId: own }: Sandbox, clientId: string): readonly Activation[] {
    if (clientId === own || !clientId.startsWith(own + SUFFIX_MARK)) return NONE;
    const text = clientId.slice(own.length + 1).replaceAll(SUFFIX_MARK, ', ');
    return this.#select(text, 'client', clientId);
  }

  /** What the parties that a request names carry; `names` is asked for only where any party carries anything. */
  ofParties({ world }: Sandbox, names: () => readonly string[]): readonly Activation[] {
    const parties = world.carriers(names);
    if (parties.length === 0) return NONE;
    return parties.flatMap(({ scenario, partyId }) => this.#select(scenario!, 'party', partyId));
  }

  /**
   * What the `Emulator-Scenario` header selects.
   * @throws ScenarioSelectionError
   */
  ofHeader(header: string | string[] | undefined): readonly Activation[] {
    return typeof header === 'string' ? selectScenarios(header, this.#catalogue, { selector: 'header' }) : NONE;
  }

  /**
   * All of them, in their order.
   * @throws ScenarioSelectionError where they cannot be active together
   */
  together(...selections: readonly (readonly Activation[])[]): readonly Activation[] {
    if (selections.every((selection) => selection.length === 0)) return NONE;
    const active = selections.filter((selection) => selection.length > 0);
    if (active.length === 1) return active[0]!;
    const all = active.flat();
    const conflicts = conflictsAmong(all, this.#catalogue);
    if (conflicts.length > 0) throw new ScenarioSelectionError(conflicts);
    return all;
  }

  #select(text: string, selector: 'client' | 'party', name: string): readonly Activation[] {
    const key = `${selector} ${name} ${text}`;
    const known = this.#remembered.get(key);
    if (known !== undefined) return known;
    const selected = selectScenarios(text, this.#catalogue, { selector, name });
    this.#remembered.set(key, selected);
    return selected;
  }
}

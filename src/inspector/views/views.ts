/** The component of every view, and its title. */

import type { FunctionComponent } from 'preact';
import type { View } from '../state/place.js';
import { BehaviourView } from './behaviour-view.js';
import { ClockView } from './clock/clock-view.js';
import { ContractView } from './contract/contract-view.js';
import { CoverageView } from './coverage-view.js';
import { ExchangesView } from './exchanges/exchanges-view.js';
import { FidelityView } from './fidelity-view.js';
import { SandboxesView } from './sandboxes/sandboxes-view.js';
import { ScenariosView } from './scenarios/scenarios-view.js';
import { WorldView } from './world/world-view.js';

export const VIEW_COMPONENTS: Readonly<Record<View, FunctionComponent>> = {
  exchanges: ExchangesView,
  scenarios: ScenariosView,
  world: WorldView,
  clock: ClockView,
  behaviour: BehaviourView,
  coverage: CoverageView,
  contract: ContractView,
  fidelity: FidelityView,
  sandboxes: SandboxesView,
};

/** `exchanges` as `Exchanges`. */
export function titleOf(view: View): string {
  return `${view.charAt(0).toUpperCase()}${view.slice(1)}`;
}

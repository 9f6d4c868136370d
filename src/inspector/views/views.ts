/** Every view: its title in the navigation, and its component. */

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

/** In the order of the navigation. */
export const VIEW_TITLES: Readonly<Record<View, string>> = {
  exchanges: 'Exchanges',
  scenarios: 'Scenarios',
  world: 'World',
  clock: 'Clock',
  behaviour: 'Behaviour',
  coverage: 'Coverage',
  contract: 'Contract',
  fidelity: 'Fidelity',
  sandboxes: 'Sandboxes',
};

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

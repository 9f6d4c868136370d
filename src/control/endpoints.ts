/** Every endpoint of the control plane, by its `operationId` in `spec/control.yaml`. */

import { clockEndpoints } from './endpoints/clock.js';
import { emulatorEndpoints } from './endpoints/emulator.js';
import { journalEndpoints } from './endpoints/journal.js';
import { sandboxEndpoints } from './endpoints/sandboxes.js';
import { scenarioEndpoints } from './endpoints/scenarios.js';
import { stateEndpoints } from './endpoints/state.js';
import { worldEndpoints } from './endpoints/world.js';

export const ENDPOINTS = {
  ...emulatorEndpoints,
  ...sandboxEndpoints,
  ...clockEndpoints,
  ...scenarioEndpoints,
  ...worldEndpoints,
  ...journalEndpoints,
  ...stateEndpoints,
};

export type EndpointId = keyof typeof ENDPOINTS;

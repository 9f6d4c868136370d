/** A scenario that was loaded, as a bundle has it, is checked like a file. */

import { expect, test } from 'vitest';
import { checkLoadedScenario } from '../../../src/emulator/scenarios/load-scenarios.js';
import { shippedContracts, shippedScenarios } from '../../../src/start/shipped.js';

/** It has no file. */
const OF_CODE = 'variant';

test.each([...shippedScenarios().values()].filter(({ name }) => name !== OF_CODE))(
  'the shipped scenario $name is accepted as it is',
  (scenario) => {
    expect(checkLoadedScenario(structuredClone(scenario), shippedContracts())).toEqual(scenario);
  },
);

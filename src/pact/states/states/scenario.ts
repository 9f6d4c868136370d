import { defineState } from '../define-state.js';

export const scenario = defineState({
  name: 'scenario',
  group: 'scenarios',
  summary: 'Scenarios are on, written as in the Emulator-Scenario header, or one by its name and its parameters.',
  sentences: ['scenario: {name}', 'scenario {name}', 'a scenario is on', 'a scenario'],
  parameters: {
    name: {
      type: 'rest',
      description: 'The scenario, or a selection of several: "rate-limit-burst;burst=2, latency".',
    },
  },
  takesOthers: true,
  async setUp(sandbox, { name, ...others }) {
    if (Object.keys(others).length > 0) return { scenarios: [(await sandbox.use(name, others)).scenario] };
    return { scenarios: (await sandbox.scenarios.select(name)).map((activation) => activation.scenario) };
  },
});

/** A misspelt header for the emulator is refused as a misspelt value is; other headers pass. */

import { expect, test } from 'vitest';
import { startInstitution } from '../../institution.js';
import { untilEnd } from '../../until-end.js';

const institution = await untilEnd(startInstitution({ population: 0 }));

async function send(name: string): Promise<{ status: number; text: string; diagnostic: string | null }> {
  const { emulator, token } = institution;
  const headers = { Authorization: `Bearer ${token}`, [name]: 'rate-limit-burst' };
  const response = await fetch(`${emulator.apiUrl}/institutions/me/users`, { headers });
  const diagnostic = response.headers.get('Emulator-Diagnostic');
  return { status: response.status, text: await response.text(), diagnostic };
}

test.each([
  ['Emulator-Scenarios', 'Emulator-Scenario'],
  ['Emulator-Scenaro', 'Emulator-Scenario'],
  ['emulator-scenarii', 'Emulator-Scenario'],
  ['X-Emulator-Scenario', 'Emulator-Scenario'],
  ['Emulator_Scenario', 'Emulator-Scenario'],
  ['Emulatr-Scenario', 'Emulator-Scenario'],
  ['EmulatorScenario', 'Emulator-Scenario'],
  ['Emulator-Sandbocks', 'Emulator-Sandbox'],
  ['X-Emulator-Sandbox', 'Emulator-Sandbox'],
])('%s is refused: did you mean %s?', async (name, meant) => {
  const { status, text, diagnostic } = await send(name);
  expect([status, text]).toEqual([400, expect.stringContaining(`did you mean \\"${meant}\\"?`)]);
  expect(diagnostic).toContain('did you mean');
  expect(institution.emulator.defaultSandbox.requests().at(-1)).toMatchObject({ status: 400, refusedByEmulator: true });
});

test.each(['Emulator-Clock', 'emulator-x'])(
  '%s, which no header is like, is refused with what there is',
  async (name) => {
    const { status, text } = await send(name);
    expect([status, text]).toEqual([400, expect.stringContaining('Emulator-Scenario or Emulator-Sandbox')]);
  },
);

test.each(['Emulator-Exchange', 'Emulator-Scenario-Applied', 'emulator-diagnostic'])(
  '%s is one of responses, and is refused in a request',
  async (name) => {
    const { status, text } = await send(name);
    expect([status, text]).toEqual([400, expect.stringContaining('is one of responses')]);
  },
);

test.each(['X-Test-Scenario', 'X-Emulator', 'X-Emulator-Mode', 'Id-Emulator-Run', 'X-Sandbox', 'Idempotency-Key'])(
  '%s is none of ours, and passes',
  async (name) => {
    expect((await send(name)).status).toBe(200);
  },
);

/** What a store keeps of a sandbox is the sandbox: a snapshot and the changes since then give its state, byte for byte. */

import { Agent, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { application } from '../../src/start/application.js';
import { withPacts } from '../../src/pact/generate/pact-from-journal.js';
import { assemble } from '../../src/start/compose.js';
import { EmulatorControl } from '../../src/emulator/control/methods/emulator-control.js';
import type { KeptState, SandboxChange } from '../../src/emulator/domain/sandbox/change.js';
import { Sandbox } from '../../src/emulator/domain/sandbox/sandbox.js';
import { completeOptions } from '../../src/emulator/complete-options.js';
import { budget } from '../budget.js';
import { drive, type Known } from '../emulator/control/driven-sandbox.js';
import { histories } from '../emulator/control/random-plans.js';

const HISTORIES = budget({ short: 10, long: 200 });

test(`a snapshot and the changes since then are the state of the sandbox, byte for byte (${HISTORIES} histories)`, async () => {
  const options = completeOptions({ seed: 5, journalSize: 8 });
  const { service, control } = assemble(options, {});
  const app = application(service, control, options);
  const server = createServer(app).listen(0);
  await once(server, 'listening');
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  const emulator = new EmulatorControl(withPacts(control), () => url);
  const agent = new Agent({ keepAlive: true });
  const copy = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value;
  await fc.assert(
    fc.asyncProperty(histories(true), histories(true), fc.boolean(), async (before, after, clears) => {
      using shown = emulator.open({});
      const sandbox = control.register.existing(shown.id);
      const { clientId, clientSecret } = shown;
      const options = { clientId, clientSecret };
      const known: Known = {};
      await drive({ url }, shown.id, { options, steps: before }, agent, known);
      const changes: SandboxChange[] = [];
      sandbox.onChange = (change) => changes.push(copy(change));
      const snapshot: KeptState = copy(sandbox.keptState());
      if (clears) shown.journal.clear();
      await drive({ url }, shown.id, { options, steps: after }, agent, known);
      const restored = new Sandbox(sandbox.settings, snapshot);
      for (const change of changes) restored.apply(change);
      expect(JSON.stringify(restored.keptState())).toBe(JSON.stringify(sandbox.keptState()));
    }),
    { numRuns: HISTORIES, seed: 20_261_122, endOnFailure: true },
  );
  agent.destroy();
  server.close();
}, 180_000);

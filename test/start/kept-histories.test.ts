/** What a store keeps of a sandbox is the sandbox: a snapshot and the changes since then give its state, byte for byte. */

import { createServer } from 'node:http';
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
import { RANDOM_HISTORY, performSteps } from './random-history.js';

const HISTORIES = budget({ short: 10, long: 200 });

test(`a snapshot and the changes since then are the state of the sandbox, byte for byte (${HISTORIES} histories)`, async () => {
  const options = completeOptions({ seed: 5, journalSize: 8 });
  const { service, control } = assemble(options, {});
  const app = application(service, control, options);
  const server = createServer(app).listen(0);
  await once(server, 'listening');
  const emulator = new EmulatorControl(
    withPacts(control),
    () => `http://localhost:${(server.address() as AddressInfo).port}`,
  );
  const copy = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value;
  await fc.assert(
    fc.asyncProperty(RANDOM_HISTORY, RANDOM_HISTORY, fc.boolean(), async (before, after, clears) => {
      using shown = emulator.open({});
      const sandbox = control.register.existing(shown.id);
      const state = await performSteps(shown, before);
      const changes: SandboxChange[] = [];
      sandbox.onChange = (change) => changes.push(copy(change));
      const snapshot: KeptState = copy(sandbox.keptState());
      if (clears) shown.journal.clear();
      await performSteps(shown, after, state);
      const restored = new Sandbox(sandbox.settings, snapshot);
      for (const change of changes) restored.apply(change);
      expect(JSON.stringify(restored.keptState())).toBe(JSON.stringify(sandbox.keptState()));
    }),
    { numRuns: HISTORIES, seed: 20_261_122, endOnFailure: true },
  );
  server.close();
}, 180_000);

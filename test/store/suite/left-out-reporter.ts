/** At the end of a run with `TEST_STORE`: how many tests ran, and how many did not, by reason. */

import type { Reporter, TestModule } from 'vitest/node';
import { REASONS } from './left-out.js';
import { storeOfRun } from './store-of-run.js';

export default class LeftOutReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const ran = tests.filter((test) => ['passed', 'failed'].includes(test.result().state)).length;
    console.log(`emulators kept in ${storeOfRun()}: ${ran} of ${tests.length} tests ran`);
    for (const [name, reason] of Object.entries(REASONS)) {
      const count = tests.filter((test) => (test.meta() as { leftOut?: string }).leftOut === name).length;
      if (count > 0) console.log(`  left out: ${count} (${name}: ${reason})`);
    }
  }
}

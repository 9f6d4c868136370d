/** At the end of a run with `TEST_STORE`: how many tests ran, and how many did not, by reason. */

import { join, relative, sep } from 'node:path';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { REASONS, reasonToLeaveOut } from './left-out.js';
import { storeOfRun } from './store-of-run.js';

const TESTS = join(import.meta.dirname, '../..');

export default class LeftOutReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const ran = tests.filter((test) => ['passed', 'failed'].includes(test.result().state)).length;
    console.log(`emulators kept in ${storeOfRun()}: ${ran} of ${tests.length} tests ran`);
    const reasons = tests.map(reasonOf);
    for (const [name, reason] of Object.entries(REASONS)) {
      const count = reasons.filter((found) => found === name).length;
      if (count > 0) console.log(`  left out: ${count} (${name}: ${reason})`);
    }
  }
}

/** Not from what the process of the tests says: of a file without a test to run it says nothing. */
function reasonOf({ module, name }: TestCase): keyof typeof REASONS | undefined {
  return reasonToLeaveOut(storeOfRun(), relative(TESTS, module.moduleId).split(sep).join('/'), name);
}

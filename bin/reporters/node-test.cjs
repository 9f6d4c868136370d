/** Tells the trail of a run when each test of node:test ran. */

const write = require('./write.cjs');

const file = process.argv[1] ?? '';
if (process.env.NODE_TEST_CONTEXT !== undefined && /(?:^|[\\/.\-_])(?:test|spec)s?\b/.test(file)) {
  const { beforeEach, afterEach } = require('node:test');
  const started = new Map();
  beforeEach((test) => {
    started.set(test.name, Date.now());
  });
  afterEach((test) => {
    write('node-test', test.name, test.passed !== false, started.get(test.name), Date.now());
  });
}

/** Tells the trail of a run when each test of Mocha ran. */

const write = require('./write.cjs');

let started;
exports.mochaHooks = {
  beforeEach() {
    started = Date.now();
  },
  afterEach() {
    const { currentTest } = this;
    const { state, err } = currentTest;
    write('mocha', currentTest.fullTitle(), state === 'passed', started, Date.now(), err && (err.stack ?? String(err)));
  },
};

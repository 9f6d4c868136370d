/** Tells the trail of a run when each test of Mocha ran. Mocha 8 to 12. */

const write = require('./write.cjs');

let started;
exports.mochaHooks = {
  beforeEach() {
    started = Date.now();
  },
  afterEach() {
    write('mocha', () => {
      const { state, err, file } = this.currentTest;
      if (state === 'pending') return write.skipped(this.currentTest.fullTitle(), file);
      const error = err && write.textOf([err]);
      return {
        name: this.currentTest.fullTitle(),
        file,
        passed: state === 'passed',
        repeated: state === 'passed' && this.currentTest.currentRetry() > 0,
        started,
        ended: Date.now(),
        error,
        compared: err && write.comparedIn([err]),
      };
    });
  },
};

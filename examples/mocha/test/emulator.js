/** Root hooks: one emulator for all files, and a sandbox for each test as `this.sandbox`. */

const { describeFailure, startEmulator } = require('id-emulator');

let emulator;

exports.mochaHooks = {
  async beforeAll() {
    emulator = await startEmulator();
  },
  beforeEach() {
    this.sandbox = emulator.sandbox({ name: this.currentTest.fullTitle() });
  },
  afterEach() {
    const { err } = this.currentTest;
    // Mocha prints the stack, which begins with the message.
    if (err) err.stack = `${describeFailure(this.sandbox)}\n\n${err.stack}`;
    this.sandbox.remove();
  },
  afterAll: () => emulator.close(),
};

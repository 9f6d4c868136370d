/** Tells the trail of a run when each test of Jest ran. */

const write = require('./write.cjs');

module.exports = class {
  onTestCaseResult(_test, { fullName, status, failureMessages, duration, startedAt, startAt = startedAt }) {
    if (startAt === undefined || startAt === null || (status !== 'passed' && status !== 'failed')) return;
    write(
      'jest',
      fullName,
      status === 'passed',
      startAt,
      startAt + (duration ?? 0),
      failureMessages.join('\n') || undefined,
    );
  }
};

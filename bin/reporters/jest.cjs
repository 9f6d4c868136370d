/** Tells the trail of a run when each test of Jest ran. Jest 27 to 30. */

const write = require('./write.cjs');

module.exports = class {
  onTestCaseResult({ path: file }, { fullName: name, status, failureMessages = [], duration, startedAt, startAt }) {
    write('jest', () => {
      if (status !== 'passed' && status !== 'failed') return undefined;
      // Older versions do not tell when it began.
      const started = startedAt ?? startAt ?? Date.now() - (duration ?? 0);
      const error = failureMessages.join('\n') || undefined;
      return { name, file, passed: status === 'passed', started, ended: started + (duration ?? 0), error };
    });
  }
};

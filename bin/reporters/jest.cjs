/** Tells the trail of a run when each test of Jest ran. Jest 27 to 30. */

const write = require('./write.cjs');

module.exports = class {
  onTestCaseResult(
    { path: file },
    {
      fullName: name,
      status,
      failureMessages = [],
      failureDetails = [],
      duration,
      startedAt,
      startAt,
      invocations = 1,
    },
  ) {
    write('jest', () => {
      if (status !== 'passed' && status !== 'failed') return undefined;
      const passed = status === 'passed';
      const error = failureMessages.join('\n') || undefined;
      const compared = write.comparedIn(failureDetails.map(({ matcherResult }) => matcherResult));
      const ran = { name, file, passed, repeated: passed && invocations > 1, error, compared };
      const started = startedAt ?? startAt;
      // Older versions do not tell when it began.
      if (started === undefined) return { ...ran, ...write.timesUntilNow(duration) };
      return { ...ran, started, ended: started + (duration ?? 0) };
    });
  }

  /** Jest tells skipped tests with their file alone. */
  onTestFileResult(_test, { testFilePath, testResults }) {
    for (const { fullName, status } of testResults)
      if (status === 'pending') write('jest', () => write.skipped(fullName, testFilePath));
  }
};

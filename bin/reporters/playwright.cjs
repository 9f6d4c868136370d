/** Tells the trail of a run when each test of Playwright ran. */

const write = require('./write.cjs');

module.exports = class {
  onTestEnd({ title, parent, expectedStatus }, { status, startTime, duration, errors }) {
    const name = [...parent.titlePath().filter((part) => part !== ''), title].join(' > ');
    const error = errors.map(({ stack, message }) => stack ?? message).join('\n') || undefined;
    const started = startTime.getTime();
    if (status !== 'skipped') write('playwright', name, status === expectedStatus, started, started + duration, error);
  }
};

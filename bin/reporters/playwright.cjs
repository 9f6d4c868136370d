/** Tells the trail of a run when each test of Playwright ran. */

const write = require('./write.cjs');

module.exports = class {
  onTestEnd({ title, parent, expectedStatus, location }, { status, startTime, duration, errors, retry }) {
    write('playwright', () => {
      const name = [...parent.titlePath().filter((part) => part !== ''), title].join(' > ');
      if (status === 'skipped') return write.skipped(name, location?.file);
      const started = startTime.getTime();
      const error = write.textOf(errors);
      return {
        name,
        file: location?.file,
        passed: status === expectedStatus,
        repeated: status === expectedStatus && retry > 0,
        started,
        ended: started + duration,
        error,
      };
    });
  }
};

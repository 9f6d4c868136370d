/** Appends an event to the trail of a run. The tests of one process have a file of their own. */

const { appendFileSync } = require('node:fs');
module.exports = (runner, name, passed, started, ended, error) => {
  try {
    const event = { type: 'case', runner, name, passed, started, ended, error };
    appendFileSync(
      process.env.ID_EMULATOR_RUN + '/' + process.pid + '-cases.trail.jsonl',
      JSON.stringify(event) + '\n',
    );
  } catch {
    // The run is over.
  }
};

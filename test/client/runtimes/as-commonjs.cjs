const sdk = require('@id-emulator/sdk');

const parameters = JSON.parse(process.argv[2]);
Promise.all([import('./exercise.mjs'), import('./broken-servers.mjs')])
  .then(([{ exercise }, { exerciseBroken }]) =>
    exercise(sdk, parameters).then(() => exerciseBroken(sdk, parameters.isLong)),
  )
  .then(() => console.log(`${process.version} ${typeof fetch}`));

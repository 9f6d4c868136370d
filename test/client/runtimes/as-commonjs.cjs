const sdk = require('@id-emulator/sdk');

import('./exercise.mjs')
  .then(({ exercise }) => exercise(sdk, JSON.parse(process.argv[2])))
  .then(() => console.log(`${process.version} ${typeof fetch}`));

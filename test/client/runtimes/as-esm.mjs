import * as sdk from '@id-emulator/sdk';
import { exerciseBroken } from './broken-servers.mjs';
import { exercise } from './exercise.mjs';

const parameters = JSON.parse(process.argv[2]);
await exercise(sdk, parameters);
await exerciseBroken(sdk, parameters.isLong);
console.log(`${process.version} ${typeof fetch}`);

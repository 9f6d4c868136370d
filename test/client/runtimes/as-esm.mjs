import * as sdk from '@id-emulator/sdk';
import { exercise } from './exercise.mjs';

await exercise(sdk, JSON.parse(process.argv[2]));
console.log(`${process.version} ${typeof fetch}`);

/** The formats that the validators written by `prepare.ts` load: `dist/shipped/formats.cjs`. */

import { fullFormats } from 'ajv-formats/dist/formats.js';
import { contractFormats } from '../src/contract/schema-compiler.js';

export = contractFormats(fullFormats);

/** The formats that validators compiled ahead of time load: `dist/shipped/formats.cjs`. */

import { fullFormats } from 'ajv-formats/dist/formats.js';
import { contractFormats } from '../src/contract/schema/schema-compiler.js';

export default contractFormats(fullFormats);

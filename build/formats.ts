/** The formats that validators compiled ahead of time load: `dist/shipped/formats.cjs`. */

export { fullFormats as default } from 'ajv-formats/dist/formats.js';

/** The process that puts a server under load: reads a load as JSON from standard input, prints what came of it as JSON. */

import { text } from 'node:stream/consumers';
import { runLoad } from './run-load.js';

process.stdout.write(JSON.stringify(await runLoad(JSON.parse(await text(process.stdin)))));

import { startEmulator } from '../../../src/index.js';
import { sandboxesOf, testExchanges } from '../../exchanges.js';
import { untilEnd } from '../../until-end.js';

const emulator = await untilEnd(startEmulator({ population: 0 }));

testExchanges(new URL('sandbox-header.yaml', import.meta.url), sandboxesOf(emulator));

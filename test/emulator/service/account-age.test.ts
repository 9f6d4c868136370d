import { startEmulator } from '../../../src/index.js';
import { sandboxesOf, testExchanges } from '../../exchanges.js';
import { untilEnd } from '../../until-end.js';

const emulator = await untilEnd(startEmulator({ population: 0, now: '2026-01-31T09:00:00Z' }));

testExchanges(new URL('account-age.yaml', import.meta.url), sandboxesOf(emulator));

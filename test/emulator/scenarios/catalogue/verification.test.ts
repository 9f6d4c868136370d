import { sandboxesOf, testExchanges } from '../../../exchanges.js';
import { startInstitution } from '../../../institution.js';
import { untilEnd } from '../../../until-end.js';

const { emulator } = await untilEnd(startInstitution());

testExchanges(new URL('verification.yaml', import.meta.url), sandboxesOf(emulator));

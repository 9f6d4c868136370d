/** The variables with which a consumer uses a sandbox, as lines for a shell. `id-emulator env` prints the same. */

import { shellQuote } from '../../common/reporting/commands.js';
import type { Sandbox } from '../control/types.js';

export function exportLines({ url, apiUrl, tokenUrl, clientId, clientSecret }: Sandbox): string {
  return [
    ['ID_EMULATOR_URL', url],
    ['ID_EMULATOR_API_URL', apiUrl],
    ['ID_EMULATOR_TOKEN_URL', tokenUrl],
    ['ID_EMULATOR_CLIENT_ID', clientId],
    ['ID_EMULATOR_CLIENT_SECRET', clientSecret],
  ]
    .map(([name, value]) => `export ${name}=${shellQuote(value!)}`)
    .join('\n');
}

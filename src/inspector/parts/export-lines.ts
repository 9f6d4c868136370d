/** The variables with which a consumer uses a sandbox, as lines for a shell. `id-emulator env` prints the same. */

import { shellQuote } from '../../common/reporting/commands.js';
import { OWN_VARIABLES } from '../../common/reporting/own-variables.js';
import type { Sandbox } from '../control/types.js';

/** The lines for a shell with which a client reaches the sandbox. */
export function exportLines(sandbox: Sandbox): string {
  const variables = Object.entries(OWN_VARIABLES);
  return variables.map(([name, member]) => `export ${name}=${shellQuote(sandbox[member])}`).join('\n');
}

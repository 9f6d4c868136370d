/** Diagnostics explain a refusal in a header and in the journal, never in the body. */

import { expect } from 'vitest';
import { fetchedBy, sandboxesOf, testExchanges } from '../../exchanges.js';
import { startInstitution } from '../../institution.js';
import { untilEnd } from '../../until-end.js';
import { at } from '../../written-values.js';

const { emulator } = await untilEnd(startInstitution({ now: '2026-01-01T00:00:00Z' }));

testExchanges(new URL('diagnostics.yaml', import.meta.url), async (options) => {
  const sender = await sandboxesOf(emulator)(options);
  const send: typeof sender.send = async (asked) => {
    const answer = await sender.send(asked);
    const header = answer.headers.get('Emulator-Diagnostic');
    if (header === null) return answer;

    const journal = await fetchedBy(sender, `control/journal/${answer.headers.get('Emulator-Exchange')!}`);
    const diagnostics = at(journal.json, 'diagnostics') as string[];
    expect(diagnostics.map((diagnostic) => JSON.stringify(diagnostic)).join(', ')).toBe(header);
    expect(answer.text).not.toContain(diagnostics[0]);
    return answer;
  };
  return { ...sender, send };
});

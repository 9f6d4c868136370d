import { expect } from 'vitest';
import { fetchedBy, sandboxesOf, testExchanges } from '../../exchanges.js';
import { startInstitution } from '../../institution.js';
import { untilEnd } from '../../until-end.js';

const { emulator } = await untilEnd(startInstitution());

testExchanges(new URL('party-selector.yaml', import.meta.url), sandboxesOf(emulator), {
  reset: async (sender, path = '', json = 'null') => {
    const answer = fetchedBy(sender, path, (JSON.parse(json) as object | null) ?? undefined);
    await expect(answer, path).rejects.toMatchObject({ code: 'ECONNRESET' });
  },
});

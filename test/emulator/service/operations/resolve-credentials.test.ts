import { expect, test } from 'vitest';
import { sandboxesOf, testExchanges } from '../../../exchanges.js';
import { startInstitution } from '../../../institution.js';
import { allPages, type CredentialItem } from '../../../pages.js';
import { untilEnd } from '../../../until-end.js';

const institution = await untilEnd(startInstitution({ population: 40 }));

testExchanges(new URL('resolve-credentials.yaml', import.meta.url), sandboxesOf(institution.emulator));

async function resolve(query: Readonly<Record<string, string>>): Promise<{ readonly contractId: string }[]> {
  const response = await institution.get(
    `/institutions/me/credentials/resolve?${new URLSearchParams(query).toString()}`,
  );
  expect(response.status).toBe(200);
  return (response.body as { credentials: { readonly contractId: string }[] }).credentials;
}

test('every listed credential is found by its e-mail, its username and its party ID', async () => {
  for (const { partyId, contractId, metadata } of await allPages<CredentialItem>(
    institution,
    '/institutions/me/credentials',
    100,
  )) {
    const handles = [metadata['email'], metadata['username']].filter((handle) => handle !== undefined);
    const found = [...(await Promise.all(handles.map((q) => resolve({ q })))), await resolve({ partyId })];
    for (const credentials of found) expect(credentials.map((item) => item.contractId)).toContain(contractId);
  }
});

import { MatchersV3 } from '@pact-foundation/pact';
import { APIError } from 'id-emulator/client';
import { expect, test } from 'vitest';
import { AUTHORIZED, connected, pact } from './institution.js';

const { eachLike, fromProviderState, like, number, regex } = MatchersV3;

const PARTY = 'party::ada';
const CREDENTIAL = '00ada0';

test('reads the human score of a party', async () => {
  await pact
    .addInteraction()
    .given('party {partyId} has disclosed {providers}', { partyId: PARTY, providers: ['GOOGLE', 'GITHUB'] })
    .uponReceiving('a request for the human score of a party')
    .withRequest('GET', `/api/v1/institutions/me/human-scores/${encodeURIComponent(PARTY)}`, (request) => {
      request.headers(AUTHORIZED);
    })
    .willRespondWith(200, (response) => {
      response.jsonBody({
        partyId: PARTY,
        humanScore: like({
          totalScore: number(61.5),
          confidenceLevel: regex(/^(low|medium-low|medium|medium-high|high)$/, 'medium-high'),
        }),
      });
    })
    .executeTest(async (service) => {
      expect((await (await connected(service)).getHumanScoreByPartyId(PARTY)).humanScore.totalScore).toBe(61.5);
    });
});

test('returns nothing for an unknown e-mail address', async () => {
  await pact
    .addInteraction()
    .given('no party matches nobody@example.com')
    .uponReceiving('a request to resolve an unknown e-mail')
    .withRequest('GET', '/api/v1/institutions/me/credentials/resolve', (request) => {
      request.headers(AUTHORIZED).query({ q: 'nobody@example.com' });
    })
    .willRespondWith(200, (response) => {
      response.jsonBody({ credentials: [] });
    })
    .executeTest(async (service) => {
      expect((await (await connected(service)).resolve('nobody@example.com')).credentials).toEqual([]);
    });
});

test('returns the other links if one of a batch fails', async () => {
  await pact
    .addInteraction()
    .given('credential {contractId} of party {partyId} exists', { contractId: CREDENTIAL, partyId: PARTY })
    .given('contract 00dead cannot be linked')
    .uponReceiving('a request for two links, of which one cannot be made')
    .withRequest('POST', '/api/v1/verification/generate-links-batch', (request) => {
      request.headers(AUTHORIZED).jsonBody({ requests: [{ contractId: CREDENTIAL }, { contractId: '00dead' }] });
    })
    .willRespondWith(200, (response) => {
      response.jsonBody({
        results: [
          {
            contractId: CREDENTIAL,
            result: { token: like('a-link-token'), verificationUrl: like('https://id.example/verify/a-link-token') },
          },
          { contractId: '00dead', error: { message: like('Credential not found.') } },
        ],
      });
    })
    .executeTest(async (service) => {
      const [made, failed] = await (await connected(service)).generateVerificationLinks([CREDENTIAL, '00dead']);
      expect(made?.result?.token).toBe('a-link-token');
      expect(failed?.error).toBeDefined();
    });
});

test('reads the status of a verification link', async () => {
  await pact
    .addInteraction()
    .given('a link token for {contractId} exists', { contractId: CREDENTIAL })
    .uponReceiving('a check of a link')
    .withRequest(
      'GET',
      fromProviderState('/api/v1/verification/check/${token}', '/api/v1/verification/check/a-link-token'),
      () => undefined,
    )
    .willRespondWith(200, (response) => {
      response.jsonBody({
        status: regex(/^(strong|moderate|weak)$/, 'strong'),
        color: regex(/^(green|amber|red)$/, 'green'),
      });
    })
    .executeTest(async (service) => {
      expect((await (await connected(service)).checkVerificationStatus('a-link-token')).status).toBe('strong');
    });
});

test('rejects an unknown verification link', async () => {
  await pact
    .addInteraction()
    .given('the verification token lost-and-gone is unknown')
    .uponReceiving('a check of a link that nobody knows')
    .withRequest('GET', '/api/v1/verification/check/lost-and-gone', () => undefined)
    .willRespondWith(404)
    .executeTest(async (service) => {
      await expect((await connected(service)).checkVerificationStatus('lost-and-gone')).rejects.toThrow(APIError);
    });
});

test('requests credentials from a party', async () => {
  await pact
    .addInteraction()
    .given('party {partyId} exists', { partyId: PARTY })
    .uponReceiving('a request to disclose credentials')
    .withRequest('POST', '/api/v1/institutions/me/credentials/request', (request) => {
      request.headers(AUTHORIZED).jsonBody({ partyId: PARTY, providers: eachLike('GITHUB') });
    })
    .willRespondWith(204)
    .executeTest(async (service) => {
      await (await connected(service)).createCredentialsRequest({ partyId: PARTY, providers: ['GITHUB'] });
    });
});

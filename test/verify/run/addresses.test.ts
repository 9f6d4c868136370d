/** URLs in responses: the emulator's have http, and the service's probably https. */

import { expect, test } from 'vitest';
import { AUTHORIZED, pactV3, type Interaction } from '../../pact/pact-documents.js';
import { outcomes, verified } from './verified.js';

function link(regex: string, example: string): Interaction {
  return {
    description: regex,
    providerStates: [{ name: 'credential 00aa exists' }],
    request: {
      method: 'POST',
      path: '/api/v1/verification/generate-link',
      headers: { ...AUTHORIZED, 'Content-Type': 'application/json' },
      body: { contractId: '00aa' },
    },
    response: {
      status: 200,
      body: { verificationUrl: example },
      matchingRules: { body: { '$.verificationUrl': { combine: 'AND', matchers: [{ match: 'regex', regex }] } } },
    },
  };
}

test('a pattern of a URL is right if it fits with http or https', async () => {
  const cases = {
    '^https://.+$': 'https://x.example/verify/abc',
    '^http://.+$': 'http://x.example/verify/abc',
    '^https://x\\.example/verify/.+$': 'https://x.example/verify/abc',
    '^https://x\\.example/other/.+$': 'https://x.example/other/abc',
    '^ftp://.+$': 'ftp://x.example/verify/abc',
  };
  const report = await verified({ 'a.json': pactV3(Object.entries(cases).map(([regex, url]) => link(regex, url))) });
  expect(Object.values(outcomes(report))).toEqual(['passed', 'passed', 'failed', 'failed', 'failed']);
});

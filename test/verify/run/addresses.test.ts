/** URLs in responses: the emulator's have an address of its own, and nobody knows the service's. */

import { expect, test } from 'vitest';
import { AUTHORIZED, pactV3, type Interaction } from '../../pact/pact-documents.js';
import { outcomes, verified } from './verified.js';

function link(matcher: object, example: string): Interaction {
  return {
    description: JSON.stringify(matcher),
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
      matchingRules: { body: { '$.verificationUrl': { combine: 'AND', matchers: [matcher] } } },
    },
  };
}

function pattern(regex: string): object {
  return { match: 'regex', regex };
}

test('a URL is right if it fits with https, or at the address of the example', async () => {
  const cases = [
    [pattern('^https://.+$'), 'https://x.example/verify/abc'],
    [pattern('^http://.+$'), 'http://x.example/verify/abc'],
    [pattern('^https://x\\.example/verify/.+$'), 'https://x.example/verify/abc'],
    [{ match: 'include', value: 'https://x.example/' }, 'https://x.example/verify/abc'],
    [pattern('^https://x\\.example/other/.+$'), 'https://x.example/other/abc'],
    [pattern('^ftp://.+$'), 'ftp://x.example/verify/abc'],
    [{ match: 'include', value: 'https://y.example/' }, 'https://x.example/verify/abc'],
  ] as const;
  const report = await verified({ 'a.json': pactV3(cases.map(([matcher, url]) => link(matcher, url))) });
  expect(Object.values(outcomes(report))).toEqual([
    ...Array.from({ length: 4 }, () => 'passed'),
    ...Array.from({ length: 3 }, () => 'failed'),
  ]);
  const failed = report.pacts[0]!.interactions.flatMap(({ failures }) => failures);
  for (const { message } of failed) expect(message).toContain("this URL is the emulator's own");
});

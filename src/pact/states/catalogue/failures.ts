/** Provider states in which the service fails. */

import { defineState } from '../provider-state.js';
import { ensureActiveCredential } from '../world/ensure-credential.js';
import { EVERY_CALL, PARTY_ID, refusesEveryCall, switchesOn } from './parameters.js';

const GATEWAY_SCENARIOS = { 502: 'bad-gateway', 504: 'gateway-timeout' } as const;

export const failures = [
  defineState({
    name: 'rate-limited',
    summary: 'The service refuses every call with 429 and Retry-After.',
    sentences: [
      'the (institution|client|API|service) is rate limited',
      'the rate limit (is|has been) (exceeded|reached)',
      'the rate limit is exceeded for {retryAfter} seconds',
      'too many requests(| have been made)',
      '(requests are|the client is) throttled',
    ],
    ...refusesEveryCall('rate-limit-burst', 'burst'),
  }),
  defineState({
    name: 'rate-limited-without-retry-after',
    summary: 'The service refuses every call with 429 and without Retry-After.',
    sentences: [
      'the (institution|client) is rate limited without Retry-After',
      'the rate limit is exceeded without Retry-After',
    ],
    parameters: {},
    ...switchesOn('rate-limit-without-retry-after', { burst: EVERY_CALL }),
  }),
  defineState({
    name: 'service-unavailable',
    summary: 'The service returns 503 with Retry-After to every call.',
    sentences: [
      'the (service|API|server) is (unavailable|down)',
      'the service is (temporarily unavailable|not available|down for maintenance|under maintenance)',
      'the service is unavailable for {retryAfter} seconds',
    ],
    ...refusesEveryCall('service-unavailable', 'times'),
  }),
  defineState({
    name: 'server-error',
    summary: 'The service returns 500 to every call.',
    sentences: [
      'the service (fails|has an internal error|is broken)',
      'the server (fails|has an internal error|responds with an error)',
      'a server error(| occurs)',
      'an (internal server|internal|unexpected) error occurs',
      'an internal error',
    ],
    parameters: {},
    ...switchesOn('server-error', { times: EVERY_CALL }),
  }),
  defineState({
    name: 'gateway-fails',
    summary:
      'A gateway in front of the service responds to every call: with 502 and an HTML page, or with 504 and a line of text.',
    sentences: ['(a|the) gateway answers {status}', 'the gateway fails(| with {status})'],
    parameters: {
      status: { type: 'text', description: 'The status of the response.', choices: ['502', '504'], default: '502' },
    },
    async setUp(sandbox, { status }) {
      await sandbox.use(GATEWAY_SCENARIOS[status], { times: EVERY_CALL });
      return { scenarios: [GATEWAY_SCENARIOS[status]] };
    },
  }),
  defineState({
    name: 'party-fails',
    summary: 'The service returns 500 to calls about this party. Other calls succeed.',
    sentences: [
      '(calls|requests) for party {partyId} fail',
      'calls about party {partyId} fail',
      'the data of party {partyId} cannot be read',
    ],
    parameters: { partyId: PARTY_ID },
    scenarios: ['failing-party'],
    async setUp(sandbox, { partyId }) {
      await sandbox.use('failing-party', { party: partyId });
    },
  }),
  defineState({
    name: 'batch-partly-fails',
    summary:
      'In a batch of links the items of these contracts fail, although the credentials exist. Without contracts, half of the items fail.',
    sentences: [
      'the batch (partially|partly) fails',
      'a batch of links partially fails',
      'the batch (|partially )fails for {contractIds}',
      'links for {contractIds} cannot be generated',
      'the links of contracts {contractIds} fail',
      'some (links|items) of the batch fail',
      'some links cannot be generated',
    ],
    parameters: {
      contractIds: { type: 'list', description: 'The contract IDs of the items that fail.', optional: true },
    },
    scenarios: ['batch-partial-failure'],
    async setUp(sandbox, { contractIds }) {
      for (const contractId of contractIds ?? [])
        await ensureActiveCredential(sandbox, { contractId, provider: 'GITHUB' });
      await sandbox.use('batch-partial-failure', contractIds === undefined ? {} : { contracts: [...contractIds] });
    },
  }),
  defineState({
    name: 'batch-fails',
    summary: 'In a batch of links every item fails, and the status of the response is still 200.',
    sentences: ['(the batch|every link of the batch|a batch of links) fails', 'all links of the batch fail'],
    parameters: {},
    ...switchesOn('batch-total-failure'),
  }),
];

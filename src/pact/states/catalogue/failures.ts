/** Provider states in which the service fails. */

import { defineState } from '../provider-state.js';
import { ensureActiveCredential } from '../world/ensure-credential.js';
import { EVERY_CALL, PARTY_ID, RETRY_AFTER, switchesOn } from './parameters.js';

const GATEWAY_SCENARIOS = { 502: 'bad-gateway', 504: 'gateway-timeout' } as const;

export const failures = [
  defineState({
    name: 'rate-limited',
    summary: 'The service refuses every call with 429 and Retry-After.',
    sentences: [
      'the institution is rate limited',
      'the client is rate limited',
      'the rate limit is exceeded',
      'the rate limit has been exceeded',
      'the rate limit is exceeded for {retryAfter} seconds',
      'too many requests have been made',
      'the rate limit is reached',
      'the rate limit has been reached',
      'too many requests',
      'the API is rate limited',
      'the service is rate limited',
      'requests are throttled',
      'the client is throttled',
    ],
    parameters: { retryAfter: RETRY_AFTER },
    scenarios: ['rate-limit-burst'],
    async setUp(sandbox, { retryAfter }) {
      await sandbox.use('rate-limit-burst', { burst: EVERY_CALL, 'retry-after': retryAfter });
    },
  }),
  defineState({
    name: 'rate-limited-without-retry-after',
    summary: 'The service refuses every call with 429 and without Retry-After.',
    sentences: [
      'the institution is rate limited without Retry-After',
      'the client is rate limited without Retry-After',
      'the rate limit is exceeded without Retry-After',
    ],
    parameters: {},
    ...switchesOn('rate-limit-without-retry-after', { burst: EVERY_CALL }),
  }),
  defineState({
    name: 'service-unavailable',
    summary: 'The service returns 503 with Retry-After to every call.',
    sentences: [
      'the service is unavailable',
      'the service is temporarily unavailable',
      'the service is down',
      'the service is down for maintenance',
      'the service is not available',
      'the service is under maintenance',
      'the API is down',
      'the API is unavailable',
      'the server is down',
      'the server is unavailable',
      'the service is unavailable for {retryAfter} seconds',
    ],
    parameters: { retryAfter: RETRY_AFTER },
    scenarios: ['service-unavailable'],
    async setUp(sandbox, { retryAfter }) {
      await sandbox.use('service-unavailable', { times: EVERY_CALL, 'retry-after': retryAfter });
    },
  }),
  defineState({
    name: 'server-error',
    summary: 'The service returns 500 to every call.',
    sentences: [
      'the service fails',
      'the service has an internal error',
      'the server has an internal error',
      'a server error occurs',
      'an internal server error occurs',
      'a server error',
      'the service is broken',
      'the server fails',
      'an internal error occurs',
      'an internal error',
      'an unexpected error occurs',
      'the server responds with an error',
    ],
    parameters: {},
    ...switchesOn('server-error', { times: EVERY_CALL }),
  }),
  defineState({
    name: 'gateway-fails',
    summary:
      'A gateway in front of the service responds to every call: with 502 and an HTML page, or with 504 and a line of text.',
    sentences: [
      'a gateway answers {status}',
      'the gateway answers {status}',
      'the gateway fails with {status}',
      'the gateway fails',
    ],
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
      'calls for party {partyId} fail',
      'calls about party {partyId} fail',
      'requests for party {partyId} fail',
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
      'the batch partially fails',
      'the batch partly fails',
      'a batch of links partially fails',
      'the batch fails for {contractIds}',
      'the batch partially fails for {contractIds}',
      'links for {contractIds} cannot be generated',
      'the links of contracts {contractIds} fail',
      'some links of the batch fail',
      'some items of the batch fail',
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
    sentences: [
      'the batch fails',
      'every link of the batch fails',
      'all links of the batch fail',
      'a batch of links fails',
    ],
    parameters: {},
    ...switchesOn('batch-total-failure'),
  }),
];

/** Links and data requests that cannot be created: section 7, and our guesses beside it. None of these requests creates anything. */

import type { OperationId } from '../../contract/operation.js';
import { type Check, type CheckGroup, holdsUnless } from '../check.js';
import type { RequestOptions } from '../exchange.js';
import { UNKNOWN, unknownContractIds } from './examples.js';
import { statusCheck, type StatusCheck, hasStatus } from './response-checks.js';

const LARGE = 1_048_577;
const MOST_IN_BATCH = 100;

/** Section 7 has 400 for invalid parameters; many services use another status for a body that is JSON but does not match the schema. */
const REFUSED = [400, 422];

const OPERATIONS: readonly {
  readonly operation: OperationId;
  readonly name: string;
  readonly title: string;
  readonly member: string;
}[] = [
  { operation: 'generateVerificationLink', name: 'link', title: 'a link', member: 'contractId' },
  { operation: 'generateVerificationLinksBatch', name: 'batch', title: 'a batch of links', member: 'requests' },
  { operation: 'createCredentialsRequest', name: 'request', title: 'a data request', member: 'partyId' },
];

function missing(): RequestOptions {
  return { body: {}, isShared: true };
}

function ofWrongType(member: string): RequestOptions {
  return { body: { [member]: 1, providers: ['GITHUB'] }, isShared: true };
}

const EACH = OPERATIONS.flatMap(({ operation, name, title, member }): StatusCheck[] => [
  {
    id: `refused-writes.${name}-missing`,
    title: `${title} without ${member} is rejected`,
    section: '7',
    operation,
    call: missing(),
    status: REFUSED,
  },
  {
    id: `refused-writes.${name}-type`,
    title: `${title} whose ${member} is a number is rejected`,
    section: '7',
    operation,
    call: ofWrongType(member),
    status: REFUSED,
  },
  {
    id: `refused-writes.${name}-json`,
    title: `${title} in truncated JSON is rejected`,
    section: '7',
    operation,
    call: { rawBody: { mediaType: 'application/json', text: `{"${member}":` } },
    status: REFUSED,
  },
  {
    id: `refused-writes.${name}-media-type`,
    title: `${title} that is not JSON returns 415`,
    point: 'UnsupportedMediaType',
    operation,
    call: { rawBody: { mediaType: 'text/plain', text: member } },
    status: 415,
  },
]);

const STATUSES = OPERATIONS.map(({ operation, name, title, member }): Check => ({
  id: `refused-writes.${name}-status`,
  title: `an invalid body of ${title} returns 400`,
  point: 'InvalidRequest:body',
  run: async (service) => {
    const findings = [
      hasStatus(await service.request(operation, missing()), 400),
      hasStatus(await service.request(operation, ofWrongType(member)), 400),
    ];
    return holdsUnless(
      findings.flatMap((finding) => ('why' in finding ? [finding.why] : [])),
      ...findings.flatMap((finding) => ('seen' in finding ? finding.seen : [])),
    );
  },
}));

const OWN: readonly StatusCheck[] = [
  {
    id: 'refused-writes.batch-101',
    title: `a batch of ${MOST_IN_BATCH + 1} links is rejected`,
    section: '8',
    operation: 'generateVerificationLinksBatch',
    call: { body: { requests: unknownContractIds(MOST_IN_BATCH + 1).map((contractId) => ({ contractId })) } },
    status: REFUSED,
  },
  {
    id: 'refused-writes.link-unknown',
    title: 'a link for an unknown credential returns 404',
    point: 'generateVerificationLink:unknown-contract',
    operation: 'generateVerificationLink',
    call: { body: { contractId: UNKNOWN.contractId } },
    status: 404,
  },
  {
    id: 'refused-writes.link-empty',
    title: 'a link for an empty contract ID is rejected',
    point: 'ContractId:refusal',
    operation: 'generateVerificationLink',
    call: { body: { contractId: '' } },
    status: REFUSED,
  },
  {
    id: 'refused-writes.request-unknown',
    title: 'a data request to an unknown party returns 404',
    point: 'createCredentialsRequest:unknown-party',
    operation: 'createCredentialsRequest',
    call: { body: { partyId: UNKNOWN.partyId, providers: ['GITHUB'] } },
    status: 404,
  },
  {
    id: 'refused-writes.request-no-providers',
    title: 'a data request without a provider is rejected',
    point: 'CredentialsRequest.providers:refusal',
    operation: 'createCredentialsRequest',
    call: { body: { partyId: UNKNOWN.partyId, providers: [] } },
    status: REFUSED,
  },
  {
    id: 'refused-writes.request-unknown-provider',
    title: 'a data request to an unknown provider is rejected',
    point: 'CredentialsRequest.providers:refusal',
    operation: 'createCredentialsRequest',
    call: { body: { partyId: UNKNOWN.partyId, providers: [UNKNOWN.value] } },
    status: REFUSED,
  },
  {
    id: 'refused-writes.too-large',
    title: `a body of more than ${LARGE - 1} bytes returns 413`,
    point: 'PayloadTooLarge',
    operation: 'generateVerificationLink',
    call: {
      rawBody: {
        mediaType: 'application/json',
        text: JSON.stringify({ contractId: UNKNOWN.contractId, filler: ' '.repeat(LARGE) }),
      },
    },
    status: 413,
  },
];

/** The group. */
export const REFUSED_WRITES: CheckGroup = {
  name: 'refused-writes',
  title: 'links and data requests that are rejected',
  checks: [...[...EACH, ...OWN].map(statusCheck), ...STATUSES].map((check) => ({ ...check, needs: ['write'] })),
};

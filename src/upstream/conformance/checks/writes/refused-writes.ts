/** Links and data requests that cannot be created: section 7, and our guesses beside it. None of these requests creates anything. */

import type { OperationId } from '../../../../contract/operation.js';
import { holdsUnless } from '../../check.js';
import type { RequestOptions } from '../../build-request.js';
import { UNKNOWN, unknownContractIds } from '../examples.js';
import { createLinks } from '../requests.js';
import { type CheckRow, type CheckRows, type GroupTables, hasStatus, point, section } from '../table.js';

const LARGE = 1_048_577;
const MOST_IN_BATCH = 100;

/** Section 7 has 400 for invalid parameters; many services use another status for a body that is JSON but does not match the schema. */
const REFUSED = [400, 422];

interface Write {
  readonly operation: OperationId;
  readonly name: string;
  readonly title: string;
  /** A member of the body. */
  readonly member: string;
}

const WRITES: readonly Write[] = [
  { operation: 'generateVerificationLink', name: 'link', title: 'a link', member: 'contractId' },
  { operation: 'generateVerificationLinksBatch', name: 'batch', title: 'a batch of links', member: 'requests' },
  { operation: 'createCredentialsRequest', name: 'request', title: 'a data request', member: 'partyId' },
];

const WITHOUT_MEMBERS: RequestOptions = { body: {}, isShared: true };

function ofWrongType(member: string): RequestOptions {
  return { body: { [member]: 1, providers: ['GITHUB'] }, isShared: true };
}

function rowsOf({ operation, name, title, member }: Write): CheckRows {
  return {
    [`${name}-missing`]: section('7').row(`${title} without ${member} is rejected`, {
      request: [operation, WITHOUT_MEMBERS],
    }),
    [`${name}-type`]: section('7').row(`${title} whose ${member} is a number is rejected`, {
      request: [operation, ofWrongType(member)],
    }),
    [`${name}-json`]: section('7').row(`${title} in truncated JSON is rejected`, {
      request: [operation, { rawBody: { mediaType: 'application/json', text: `{"${member}":` } }],
    }),
    [`${name}-media-type`]: point('UnsupportedMediaType').row(`${title} that is not JSON returns 415`, {
      request: [operation, { rawBody: { mediaType: 'text/plain', text: member } }],
      expect: 415,
    }),
  };
}

function statusRow({ operation, title, member }: Write): CheckRow {
  return point('InvalidRequest:body').run(`an invalid body of ${title} returns 400`, async (service) => {
    const findings = [
      hasStatus(await service.request(operation, WITHOUT_MEMBERS), 400),
      hasStatus(await service.request(operation, ofWrongType(member)), 400),
    ];
    return holdsUnless(
      findings.flatMap((finding) => ('why' in finding ? [finding.why] : [])),
      ...findings.flatMap((finding) => ('seen' in finding ? finding.seen : [])),
    );
  });
}

const ROWS: CheckRows = {
  ...Object.fromEntries(WRITES.flatMap((write) => Object.entries(rowsOf(write)))),
  'batch-101': section('8').row(`a batch of ${MOST_IN_BATCH + 1} links is rejected`, {
    request: (service) => createLinks(service, unknownContractIds(MOST_IN_BATCH + 1)),
  }),
  'link-unknown': point('generateVerificationLink:unknown-contract').row(
    'a link for an unknown credential returns 404',
    { request: ['generateVerificationLink', { body: { contractId: UNKNOWN.contractId } }], expect: 404 },
  ),
  'link-empty': point('ContractId:refusal').row('a link for an empty contract ID is rejected', {
    request: ['generateVerificationLink', { body: { contractId: '' } }],
  }),
  'request-unknown': point('createCredentialsRequest:unknown-party').row(
    'a data request to an unknown party returns 404',
    {
      request: ['createCredentialsRequest', { body: { partyId: UNKNOWN.partyId, providers: ['GITHUB'] } }],
      expect: 404,
    },
  ),
  'request-no-providers': point('CredentialsRequest.providers:refusal').row(
    'a data request without a provider is rejected',
    { request: ['createCredentialsRequest', { body: { partyId: UNKNOWN.partyId, providers: [] } }] },
  ),
  'request-unknown-provider': point('CredentialsRequest.providers:refusal').row(
    'a data request to an unknown provider is rejected',
    { request: ['createCredentialsRequest', { body: { partyId: UNKNOWN.partyId, providers: [UNKNOWN.value] } }] },
  ),
  'too-large': point('PayloadTooLarge').row(`a body of more than ${LARGE - 1} bytes returns 413`, {
    request: ['generateVerificationLink', { rawBody: largeBody() }],
    expect: 413,
  }),
  ...Object.fromEntries(WRITES.map((write) => [`${write.name}-status`, statusRow(write)])),
};

export const REFUSED_WRITES: GroupTables = {
  name: 'refused-writes',
  title: 'links and data requests that are rejected',
  rows: ROWS,
  needs: ['write'],
  expect: REFUSED,
};

function largeBody(): NonNullable<RequestOptions['rawBody']> {
  const text = JSON.stringify({ contractId: UNKNOWN.contractId, filler: ' '.repeat(LARGE) });
  return { mediaType: 'application/json', text };
}

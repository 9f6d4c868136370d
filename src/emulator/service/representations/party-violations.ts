/** Checks whether the service can show a party: every response about the party must meet the contract. */

import type { Contract } from '../../../contract/contract.js';
import { escapePointer, isDeeperThan, METADATA_LEVELS, parsePointer, previewValue } from '../../../common/json.js';
import type { OperationId } from '../../../contract/operation.js';
import { violationsOf, type Violation } from '../../../contract/violation.js';
import { Now } from '../../domain/time/now.js';
import type { DataRequest, HeldCredential, Party } from '../../domain/world/model.js';
import { USUAL_RULES } from '../../domain/world/usual-rules.js';
import { representCredential, representResolved, type Presentation } from './rows.js';
import { representHumanScore, representUser } from './rows.js';
import membersFromParts from './members-from-parts.json' with { type: 'json' };

/** A valid sample of a credential and of a request. They are added to a party, so that responses show its account. */
const SPECIMEN = { provider: 'GITHUB', issuedAt: { at: 0 }, expiresAt: { at: 0 }, requestedAt: { at: 0 } } as const;
const CREDENTIAL: HeldCredential = { ...SPECIMEN, contractId: '00', state: 'active', metadata: {}, social: {} };
const REQUEST: DataRequest = { ...SPECIMEN, id: 1, proposalId: '1', status: 'APPROVED' };

/** Any time will do: no response depends on the time in a way that could break the contract. */
const TIME = new Now(0, 0);
const PRESENTATION: Presentation = { time: TIME, showsEmail: true, rules: { ...USUAL_RULES, scored: 'all' } };

/**
 * The members of rows that come from a credential or a data request. Each member of a row has the list of the party
 * from which it comes, and its name there.
 */
const FROM_PARTS = new Map(Object.entries(membersFromParts));

/**
 * The violations of the contract in responses that show the party, with pointers into the party. The party's members
 * have the right types, but may have any values.
 */
export function partyViolations(contract: Contract, party: Party): Violation[] {
  // First of all: deeply nested values could exhaust the stack of the further checks.
  const tooDeep = nestedMetadata(party);
  if (tooDeep.length > 0) return tooDeep;

  for (const [operation, body] of responsesWith(party)) {
    const violations = violationsIn(contract, operation, body);
    if (violations.length > 0)
      return violations.map((violation) => ({ ...violation, pointer: pointerInParty(violation.pointer) }));
  }

  // A score consists of computed values, of members that were checked above, and of the figures of an account
  // (`social`).
  const hasFigures = party.credentials.some(({ social }) => Object.keys(social).length > 0);

  return hasFigures ? scoreViolations(contract, party) : [];
}

/** The responses that show the party, with the operations that would return them. */
function responsesWith(party: Party): [OperationId, object][] {
  const { credentials, requests } = party;
  // A party without credentials may lack an e-mail. The contract requires one of the account below, which such a party
  // never has.
  const account = credentials.length > 0 ? party : { email: '', ...party };
  const listed = credentials.map((credential) => representCredential({ party, credential }, PRESENTATION));
  const resolved = representResolved({ party: account, credential: CREDENTIAL }, TIME);
  const users = [...requests, REQUEST].map((request) => representUser({ party, request }, TIME));

  return [
    ['getCredentials', listBody(listed)],
    // The credentials are checked above; this entry checks the account.
    ['resolveCredentials', { credentials: [resolved] }],
    ['getUsers', listBody(users)],
  ];
}

/** The metadata that {@link METADATA_LEVELS} does not allow. */
function nestedMetadata({ credentials }: Party): Violation[] {
  const expected = `at most ${METADATA_LEVELS} levels of objects and arrays`;
  return credentials.flatMap(({ metadata }, at): Violation[] => {
    if (!isDeeperThan(metadata, METADATA_LEVELS)) return [];

    const pointer = `/credentials/${at}/metadata`;
    return [{ in: 'body', pointer, code: 'depth', expected, value: previewValue(metadata) }];
  });
}

/** The violations in the score of a party. All credentials count as disclosed, because they may be disclosed later. */
function scoreViolations(contract: Contract, party: Party): Violation[] {
  const shown: Party = {
    ...party,
    credentials: party.credentials.map((credential) => ({ ...credential, state: 'active' })),
    requests: party.credentials.map(({ provider }) => ({ ...REQUEST, provider })),
  };
  const body = listBody([representHumanScore(shown, PRESENTATION)]);

  return violationsIn(contract, 'getHumanScores', body).map((violation) => {
    // In `/items/0/humanScore/details/socialMetrics/2/githubFollowers`, four steps lead to the list. The figure is of
    // the third credential.
    const [list, at = '', member = ''] = parsePointer(violation.pointer).slice(4);
    const pointer = list === 'socialMetrics' ? `/credentials/${at}/social/${escapePointer(member)}` : '/credentials';
    return { ...violation, pointer };
  });
}

/** The violations of the contract in a successful response of the operation. */
function violationsIn(contract: Contract, operation: OperationId, body: object): Violation[] {
  const validate = contract.operations.get(operation)!.responses.get(200)!.validateBody!;
  return validate(body) ? [] : violationsOf(validate.errors ?? [], 'body');
}

/** A response with all rows on one page. */
function listBody(rows: readonly object[]): object {
  return { items: rows, pagination: { offset: 0, limit: Math.max(1, rows.length), total: rows.length } };
}

/** Converts a pointer into a response, such as `/items/0/metadata/email`, to a pointer into the party. */
function pointerInParty(pointer: string): string {
  const [, at = '', member = '', ...inside] = parsePointer(pointer);
  const [part, name] = FROM_PARTS.get(member) ?? [];
  const path = part === undefined ? [member, ...inside] : [part, at, name!, ...inside];

  return `/${path.map(escapePointer).join('/')}`;
}

/** Records the responses that pass a proxy as a fixture for the emulator, and says what the fixture lacks. */

import { loadYaml } from '../../../contract/documents/read-document.js';
import type { OperationId } from '../../../contract/operation.js';
import type { Clock } from '../../../emulator/domain/time/clock.js';
import { bodyValue, headersOf, type ProxiedResponse } from '../message.js';
import { composeParties } from './compose-fixture.js';
import { Pseudonyms, personalValues } from './pseudonyms.js';
import { observeResponse } from './observe-response.js';
import { requireUsableFolder, writeFolder } from './recording-folder.js';
import {
  ObservedWorld,
  type ObservedCredential,
  type ObservedParty,
  type ObservedRequest,
  impliedStanding,
} from './observed-world.js';
import { kycStatusBy, type Standing } from '../../../emulator/domain/world/credential-status.js';
import { USUAL_RULES } from '../../../emulator/domain/world/standing-rules.js';

/** What was recorded, without personal data. */
export interface Recording {
  /** Absent if nothing was written, because no response contained a party. */
  readonly folder?: string;
  readonly parties: number;
  readonly credentials: number;
  /** Rows of the users list. */
  readonly requests: number;
  /** What could not be recorded, one sentence each. */
  readonly notes: readonly string[];
}

const FIXTURE_HEAD =
  '# Recorded by "id-emulator proxy --record". Names, addresses, IDs, pictures and texts are pseudonyms; dates are relative to the recording.\n';
const CONFIG = '# id-emulator start --config id-emulator.config.yaml\nfixture: fixture.yaml\npopulation: 0\n';

export class Recorder {
  readonly #folder: string;
  readonly #seed: number;
  readonly #clock: Clock;
  readonly #world = new ObservedWorld();
  #epoch: number | undefined;

  /**
   * @param seed of the pseudonyms
   * @param clock used if responses have no `Date`
   * @throws RecordError if the folder cannot be used
   */
  constructor(folder: string, seed: number, clock: Clock) {
    requireUsableFolder(folder);
    this.#folder = folder;
    this.#seed = seed;
    this.#clock = clock;
  }

  /** Adds what a response of the service contains. */
  observe(operation: OperationId, { status, content, rawHeaders }: ProxiedResponse): void {
    if (status !== 200 || content === undefined) return;
    const headers = headersOf({ rawHeaders });
    const { value } = bodyValue(content, headers['content-type']);
    this.#epoch ??= epochOf(headers['date'], this.#clock);
    observeResponse(this.#world, operation, value);
  }

  /** Writes the recording. Writes nothing if no party was observed. @throws Error if a file cannot be written */
  write(): Recording {
    const world = this.#world;
    const pseudonyms = new Pseudonyms(this.#seed, personalValues(world));
    const epoch = this.#epoch ?? this.#clock.now();
    const parties = composeParties({ world, pseudonyms, epoch });
    const counts = {
      parties: parties.length,
      credentials: parties.reduce((sum, { credentials }) => sum + credentials.length, 0),
      requests: parties.reduce((sum, { requests }) => sum + (requests?.length ?? 0), 0),
      notes: notesOn(world, epoch),
    };
    if (parties.length === 0) return counts;
    const { stringify } = loadYaml();
    writeFolder(this.#folder, {
      'fixture.yaml': FIXTURE_HEAD + stringify({ parties }, { lineWidth: 0, aliasDuplicateObjects: false }),
      'id-emulator.config.yaml': CONFIG,
    });
    return { folder: this.#folder, ...counts };
  }
}

/** The last millisecond of the second in `Date`, so that no age becomes a day less than it was. */
function epochOf(date: string | undefined, clock: Clock): number {
  const at = Date.parse(date ?? '');
  return Number.isNaN(at) ? clock.now() : at + 999;
}

/**
 * Describes what is missing or differs, one sentence each.
 * @param epoch when the world was observed, in milliseconds since 1970
 */
function notesOn(world: ObservedWorld, epoch: number): string[] {
  const { parties, credentials, skipped } = world;
  const held = new Set([...parties.values()].flatMap(({ contracts }) => [...contracts]));
  const ownerless = [...credentials.keys()].filter((contractId) => !held.has(contractId)).length;
  const undated = [...held].filter((contractId) => credentials.get(contractId)!.issuedAt === undefined).length;
  const differing = [...parties.values()].flatMap((party) =>
    [...party.requests.values()].filter((request) => differs(world, party, request, epoch)),
  ).length;
  return [
    ...incomplete(world, held.size),
    ...[...skipped].map(([reason, count]) => `left out: ${count} ${reason}`),
    ...noteOn(ownerless, 'left out: # credentials behind links, because no list or look-up showed their parties'),
    ...noteOn(
      undated,
      '# credentials were returned without dates; they are recorded as one day old, or with the age in a score',
    ),
    ...noteOn(
      differing,
      '# users will have another kycStatus in the emulator, which derives it from request and credential',
    ),
  ];
}

/** The sentence with the count in place of `#`, unless it is 0. */
function noteOn(count: number, sentence: string): string[] {
  return count === 0 ? [] : [sentence.replace('#', String(count))];
}

/** Lists that were not returned completely. */
function incomplete({ parties, totals }: ObservedWorld, credentials: number): string[] {
  const seen = new Map([
    ['getUsers', [...parties.values()].reduce((sum, { requests }) => sum + requests.size, 0)],
    ['getCredentials', credentials],
    ['getHumanScores', [...parties.values()].filter(({ accounts }) => accounts !== undefined).length],
  ]);
  return [...totals].flatMap(([operation, total]) => {
    const passed = seen.get(operation)!;
    const missing = `${operation} has ${total} entries, ${passed} were returned`;
    return passed < total ? [`${missing}: page through the whole list to record all of them`] : [];
  });
}

/** Whether the emulator will give the row another `kycStatus`. */
function differs(
  { credentials }: ObservedWorld,
  party: ObservedParty,
  request: ObservedRequest,
  epoch: number,
): boolean {
  if (request.kycStatus === undefined) return false;
  const credential = [...party.contracts]
    .map((contractId) => credentials.get(contractId)!)
    .findLast(({ provider }) => provider === request.provider);
  const standIn = request.provider === 'SUMSUB' ? 'none-needed' : impliedStanding(party, request);
  const known = credential === undefined ? standIn : credentialStanding(credential, epoch);
  return kycStatusBy(party.status ?? 'ACTIVE', request.status, known, USUAL_RULES) !== request.kycStatus;
}

function credentialStanding({ state = 'active', expiresAt = Infinity }: ObservedCredential, epoch: number): Standing {
  if (state !== 'active') return state;
  return expiresAt <= epoch ? 'expired' : 'valid';
}

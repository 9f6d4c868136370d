/** Records what passes a proxy as a fixture that the emulator can start from. */

import { stringify } from 'yaml';
import type { OperationId } from '../../contract/operation.js';
import type { Clock } from '../../domain/clock.js';
import { bodyValue, headersOf, type ProxiedAnswer } from '../message.js';
import { composeParties } from './compose-fixture.js';
import { Inventions } from './inventions.js';
import { observeAnswer } from './observe-answer.js';
import { personalValues } from './personal-values.js';
import type { Recording } from './recording.js';
import { refuseUnusable, writeFolder } from './recording-folder.js';
import { SeenWorld } from './seen-world.js';

const FIXTURE_HEAD = '# Recorded by "id-emulator proxy --record". Names, addresses, IDs, pictures and texts are inventions; dates are relative to the recording.\n';
const CONFIG = '# id-emulator start --config id-emulator.config.yaml\nfixture: fixture.yaml\npopulation: 0\n';

export class Recorder {
  readonly #folder: string;
  readonly #seed: number;
  readonly #clock: Clock;
  readonly #world = new SeenWorld();
  #epoch: number | undefined;

  /**
   * @param seed what inventions are drawn from
   * @param clock tells the time where the service does not
   * @throws RecordError where the folder cannot be used
   */
  constructor(folder: string, seed: number, clock: Clock) {
    refuseUnusable(folder);
    this.#folder = folder;
    this.#seed = seed;
    this.#clock = clock;
  }

  /** Takes note of an answer of the service. */
  see(operation: OperationId, { status, content, rawHeaders }: ProxiedAnswer): void {
    if (status !== 200 || content === undefined) return;
    const headers = headersOf({ rawHeaders });
    const { value } = bodyValue(content, headers['content-type']);
    this.#epoch ??= epochOf(headers['date'], this.#clock);
    observeAnswer(this.#world, operation, value);
  }

  /**
   * Writes what was seen; nothing where there is nothing.
   * @throws what the file system says
   */
  write(): Recording {
    const world = this.#world;
    const inventions = new Inventions(this.#seed, personalValues(world));
    const parties = composeParties({ world, inventions, epoch: this.#epoch ?? 0 });
    const counts = {
      parties: parties.length,
      credentials: parties.reduce((sum, { credentials }) => sum + credentials.length, 0),
      requests: parties.reduce((sum, { requests }) => sum + (requests?.length ?? 0), 0),
      notes: notesOn(world),
    };
    if (parties.length === 0) return counts;
    writeFolder(this.#folder, { 'fixture.yaml': FIXTURE_HEAD + stringify({ parties }, { lineWidth: 0, aliasDuplicateObjects: false }), 'id-emulator.config.yaml': CONFIG });
    return { folder: this.#folder, ...counts };
  }
}

/** `Date` has whole seconds; its last millisecond is taken, so that no age becomes a day less than it was. */
function epochOf(date: string | undefined, clock: Clock): number {
  const at = Date.parse(date ?? '');
  return Number.isNaN(at) ? clock.now() : at + 999;
}

function notesOn(world: SeenWorld): string[] {
  const { parties, credentials, totals, leftOut } = world;
  const held = new Set([...parties.values()].flatMap(({ contracts }) => [...contracts]));
  const homeless = [...credentials.keys()].filter((contractId) => !held.has(contractId)).length;
  const undated = [...held].filter((contractId) => credentials.get(contractId)!.issuedAt === undefined).length;
  const seen = new Map([
    ['getUsers', [...parties.values()].reduce((sum, { requests }) => sum + requests.size, 0)],
    ['getCredentials', held.size],
    ['getHumanScores', [...parties.values()].filter(({ accounts }) => accounts !== undefined).length],
  ]);
  return [
    ...[...totals].flatMap(([operation, total]) => (seen.get(operation)! < total ? [`${operation} has told of ${total}, and ${seen.get(operation)!} have passed: page through the whole list to have them all`] : [])),
    ...[...leftOut].map(([reason, count]) => `left out: ${count} ${reason}`),
    ...(homeless > 0 ? [`left out: ${homeless} credentials behind links, because no list or look-up has told whose they are`] : []),
    ...(undated > 0 ? [`${undated} credentials have passed without their dates; they are recorded as a day old, or as old as a score says`] : []),
  ];
}

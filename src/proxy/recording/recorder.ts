/** Records what passes a proxy as a fixture that the emulator can start from. */

import { stringify } from 'yaml';
import type { OperationId } from '../../contract/operation.js';
import type { Clock } from '../../domain/time/clock.js';
import { bodyValue, headersOf, type ProxiedAnswer } from '../message.js';
import { composeParties } from './compose-fixture.js';
import { Inventions } from './inventions.js';
import { observeAnswer } from './observe-answer.js';
import { personalValues } from './personal-values.js';
import { notesOn } from './notes.js';
import type { Recording } from './recording.js';
import { refuseUnusable, writeFolder } from './recording-folder.js';
import { SeenWorld } from './seen-world.js';

const FIXTURE_HEAD =
  '# Recorded by "id-emulator proxy --record". Names, addresses, IDs, pictures and texts are inventions; dates are relative to the recording.\n';
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
    const epoch = this.#epoch ?? this.#clock.now();
    const parties = composeParties({ world, inventions, epoch });
    const counts = {
      parties: parties.length,
      credentials: parties.reduce((sum, { credentials }) => sum + credentials.length, 0),
      requests: parties.reduce((sum, { requests }) => sum + (requests?.length ?? 0), 0),
      notes: notesOn(world, epoch),
    };
    if (parties.length === 0) return counts;
    writeFolder(this.#folder, {
      'fixture.yaml': FIXTURE_HEAD + stringify({ parties }, { lineWidth: 0, aliasDuplicateObjects: false }),
      'id-emulator.config.yaml': CONFIG,
    });
    return { folder: this.#folder, ...counts };
  }
}

/** `Date` has whole seconds; its last millisecond is taken, so that no age becomes a day less than it was. */
function epochOf(date: string | undefined, clock: Clock): number {
  const at = Date.parse(date ?? '');
  return Number.isNaN(at) ? clock.now() : at + 999;
}

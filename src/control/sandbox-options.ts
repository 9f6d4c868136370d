/** How a sandbox can be set up; what is left out is as it is for the whole emulator. */

import { mistakesIn, OPTION_SPECS, OptionsError, type EmulatorOptions, type OptionSpec } from '../options.js';

/** Options of `emulator.sandbox()` and of `POST /_emulator/sandboxes`. */
export interface SandboxOptions extends Pick<
  EmulatorOptions,
  | 'seed'
  | 'population'
  | 'scenario'
  | 'now'
  | 'time'
  | 'tokenTtl'
  | 'linkTtl'
  | 'strict'
  | 'revision'
  | 'variants'
  | 'clientId'
  | 'clientSecret'
> {
  /** What people call it, such as the title of a test. Default: none. */
  readonly name?: string;
  /** The name of a shipped fixture, or a fixture itself in the form of `spec/fixture.schema.json`; in-process also a file. */
  readonly fixture?: string | object;
}

/** What the emulator's options say of every sandbox. */
export type SandboxDefaults = Required<
  Pick<
    EmulatorOptions,
    'fixture' | 'seed' | 'population' | 'tokenTtl' | 'linkTtl' | 'strict' | 'revision' | 'journalSize'
  >
> &
  Pick<EmulatorOptions, 'scenario' | 'variants' | 'now' | 'time'>;

const OWN_SPECS: readonly OptionSpec[] = [{ name: 'name', type: 'text', description: 'what people call it' }];
const SHARED = [
  'seed',
  'population',
  'scenario',
  'now',
  'time',
  'tokenTtl',
  'linkTtl',
  'strict',
  'revision',
  'variants',
  'clientId',
  'clientSecret',
  'fixture',
];
const SPECS = [...OWN_SPECS, ...OPTION_SPECS.filter(({ name }) => SHARED.includes(name))];

/** Printable, and neither a blank, nor the plus sign that stands before scenarios, nor the colon of HTTP Basic. */
const CLIENT_ID = /^[!-*,-9;-~]{1,100}$/;

function isFixture(fixture: unknown): boolean {
  return fixture === undefined || typeof fixture === 'string' || (typeof fixture === 'object' && fixture !== null);
}

/** @throws OptionsError with every mistake */
export function checkSandboxOptions({ fixture, ...options }: SandboxOptions): void {
  const named = typeof fixture === 'string' ? { ...options, fixture } : options;
  const mistakes = mistakesIn(named, SPECS);
  if (!isFixture(fixture)) mistakes.push('option fixture: expected a name or a fixture');
  const { clientId } = options;
  if (clientId !== undefined && !CLIENT_ID.test(clientId)) {
    mistakes.push(
      `option clientId: expected up to 100 printable ASCII characters, and no blank, plus sign or colon among them, found ${JSON.stringify(clientId)}`,
    );
  }
  if (mistakes.length > 0) throw new OptionsError(mistakes.join('; '));
}

/** Which options say something else of the default sandbox than the store that it comes from. */

import { isDeepStrictEqual } from 'node:util';
import type { SandboxSettings } from '../../domain/sandbox/sandbox-settings.js';
import { OPTION_SPECS, type CompleteOptions } from '../../options.js';

/** What a sandbox has of each option of its own. */
const VALUES: Readonly<Record<string, (settings: SandboxSettings) => unknown>> = {
  seed: ({ base }) => base.seed,
  population: ({ base }) => base.population.size,
  fixture: ({ base }) => base.fixture,
  scenario: ({ activations }) => activations,
  now: ({ clock }) => clock,
  time: ({ clock }) => clock,
};

/**
 * The names of the options that were given and would have made another sandbox.
 * @param made the settings that the options give
 * @param stored the settings that the sandbox has
 */
export function optionsWithoutEffect(
  options: CompleteOptions,
  made: SandboxSettings,
  stored: SandboxSettings,
): string[] {
  return OPTION_SPECS.filter((spec) => {
    const given = options[spec.name];
    const isGiven = given !== undefined && !('default' in spec && isDeepStrictEqual(given, spec.default));
    const valueOf = VALUES[spec.name] ?? ((settings) => settings[spec.name as keyof SandboxSettings]);
    return spec.perSandbox !== undefined && isGiven && !isDeepStrictEqual(valueOf(made), valueOf(stored));
  }).map(({ name }) => name);
}

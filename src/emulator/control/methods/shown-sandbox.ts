/** A sandbox in a response. */

import type { Sandbox } from '../../domain/sandbox/sandbox.js';
import { labelsIn } from '../../domain/sandbox/settings.js';
import { serviceUrls } from '../../addresses.js';
import { settingsIn } from '../../complete-options.js';
import type { SettingName } from '../../options.js';
import { shownClock } from './clock-control.js';
import type { Schemas } from '../documents.js';

/** A sandbox in a response: what a consumer needs to know, and the sandbox's settings. */
export type ShownSandbox = Schemas['Sandbox'];

/** The sandbox in the form of a response. @param url where the emulator is reached */
export function showSandbox({ id, settings, issued, clock }: Sandbox, url: string): ShownSandbox {
  const { base, clientId, clientSecret, recorded } = settings;
  return {
    id,
    ...labelsIn(settings),
    // A recording has a client ID that no client can use. People want to see that of the recorded sandbox.
    clientId: recorded?.clientId ?? clientId,
    clientSecret,
    ...serviceUrls(url),
    fixture: base.fixture.name,
    seed: base.seed,
    population: base.population.size,
    ...(settingsIn(settings) as Pick<ShownSandbox, SettingName>),
    clock: shownClock(clock.reading()),
    exchanges: issued.exchanges,
    ...(recorded !== undefined && { recorded: true }),
    // Only recorded traffic of the service itself comes with verdicts.
    ...(recorded?.behaviour !== undefined && { traffic: true }),
  };
}

/** A sandbox in a response. */

import type { Sandbox } from '../../domain/sandbox/sandbox.js';
import { labelsIn, type SandboxLabels, type SandboxSettings } from '../../domain/sandbox/sandbox-settings.js';
import { settingsIn } from '../../complete-options.js';
import type { SettingName } from '../../options.js';
import type { ShownClock } from '../clock-control.js';

/** Where a sandbox is reached. */
interface SandboxUrls {
  /** Scheme, host and port: the `{base_url}` of the specification (section 4.1). */
  readonly url: string;
  /** Base URL of the API. */
  readonly apiUrl: string;
  /** The token endpoint. */
  readonly tokenUrl: string;
}

/** A sandbox in a response: what a consumer needs to know, and the sandbox's settings. */
export interface ShownSandbox extends SandboxUrls, SandboxLabels, Pick<SandboxSettings, SettingName> {
  readonly id: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Name of the fixture. */
  readonly fixture: string;
  readonly seed: number;
  readonly population: number;
  readonly clock: ShownClock;
  /** Number of exchanges so far. */
  readonly exchanges: number;
}

export function showSandbox(
  { id, settings, issued }: Sandbox,
  { url, apiUrl, tokenUrl }: SandboxUrls,
  clock: ShownClock,
): ShownSandbox {
  const { base, clientId, clientSecret } = settings;
  return {
    id,
    ...labelsIn(settings),
    clientId,
    clientSecret,
    url,
    apiUrl,
    tokenUrl,
    fixture: base.fixture.name,
    seed: base.seed,
    population: base.population.size,
    ...settingsIn(settings),
    clock,
    exchanges: issued.exchanges,
  };
}

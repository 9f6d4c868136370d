/** Explains a failure that no other state, scenario or matcher mends. */

import { blamedBy } from '../../pact/expected-status.js';
import type { ComparedInteraction } from '../compare/compare-runs.js';
import { reasonIn, type CompletedRun } from '../run/run.js';

/** Corrections of the request: the values that the service accepts instead of wrong ones. */
export function corrections({ findings }: ComparedInteraction): string[] {
  return findings.flatMap(({ severity, code, where, expected, actual }) =>
    severity === 'error' && /^request\.(?:path|query|body)\.invalid$/.test(code) && expected !== undefined
      ? [`correct the ${where}: use ${expected}${actual === undefined ? '' : `, not ${actual}`}`]
      : [],
  );
}

/** The explanations in the response itself, for an interaction that no candidate makes pass. */
export function explanations(failed: ComparedInteraction, contradicts: boolean): readonly string[] {
  const { response } = failed.result;
  if (response === undefined) return [];

  // Consumers know no IDs of sandboxes.
  const diagnostics = response.diagnostics.filter((text) => !/\bsandbox\b/.test(text));
  if (!isFaultOfRequest(failed)) return contradicts ? [] : diagnostics;

  const said = reasonIn(response);
  const reason = said === undefined ? '' : ` (${said})`;

  return [
    `correct the request: the service refuses it with ${response.status}${reason}, whatever the provider state`,
    ...diagnostics,
  ];
}

/** Whether the service refuses the request itself, so that only another request helps. */
export function isFaultOfRequest({ run: { interaction }, result: { response } }: CompletedRun): boolean {
  if (response === undefined || interaction.response.status >= 400) return false;
  return blamedBy(response.status) === 'request';
}

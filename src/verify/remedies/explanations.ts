/** What explains a failure that no other state, scenario or matcher mends. */

import { blamedBy } from '../../pact/expected-status.js';
import type { ComparedInteraction } from '../compare/compare-runs.js';
import { reasonIn, type CompletedRun } from '../run/run.js';

/** What the service accepts in place of a wrong value in the request. */
export function corrections({ findings }: ComparedInteraction): string[] {
  return findings.flatMap(({ severity, code, where, expected, actual }) =>
    severity === 'error' && /^request\.(?:path|query|body)\.invalid$/.test(code) && expected !== undefined
      ? [`correct the ${where}: use ${expected}${actual === undefined ? '' : `, not ${actual}`}`]
      : [],
  );
}

/** The explanations that the response itself gives, if nothing that was tried makes the interaction pass. */
export function explanations(failed: ComparedInteraction, contradicts: boolean): readonly string[] {
  const { response } = failed.result;
  if (response === undefined) return [];
  // The IDs of sandboxes are nothing that a consumer knows.
  const diagnostics = response.diagnostics.filter((text) => !/\bsandbox\b/.test(text));
  if (!isFaultOfRequest(failed)) return contradicts ? [] : diagnostics;
  const said = reasonIn(response);
  const reason = said === undefined ? '' : ` (${said})`;
  return [
    `correct the request: the service refuses it with ${response.status}${reason}, whatever the provider state`,
    ...diagnostics,
  ];
}

/** Whether the service refuses the request as it is, so that nothing but another request helps. */
export function isFaultOfRequest({ run: { interaction }, result: { response } }: CompletedRun): boolean {
  if (response === undefined || interaction.response.status >= 400) return false;
  return blamedBy(response.status) === 'request';
}

/** Explains a failure that no other state, scenario or matcher mends. */

import { blamedBy } from '../../pact/expected-status.js';
import { contradictsContract, type ComparedInteraction } from '../compare/compare-runs.js';
import { reasonIn, type CompletedRun } from '../run/run.js';

/** Corrections of the request: for each wrong value, what the service accepts instead. */
export function corrections({ findings }: ComparedInteraction): string[] {
  return findings.flatMap(({ severity, code, where, expected, actual }) => {
    // Only these findings name the values that the service accepts.
    const isWrongValue = severity === 'error' && /^request\.(?:path|query|body)\.invalid$/.test(code);
    if (!isWrongValue || expected === undefined) return [];

    const wrong = actual === undefined ? '' : `, not ${actual}`;
    return [`correct the ${where}: use ${expected}${wrong}`];
  });
}

/** The explanations that the response itself gives. They are for an interaction that no candidate makes pass. */
export function explanations(failed: ComparedInteraction): readonly string[] {
  const { response } = failed.result;
  if (response === undefined) return [];

  // Diagnostics about a sandbox do not help here, because consumers of the service know no sandboxes.
  const diagnostics = response.diagnostics.filter((text) => !/\bsandbox\b/.test(text));
  if (!isFaultOfRequest(failed)) {
    // The findings already explain an interaction that contradicts the contract.
    return contradictsContract(failed) ? [] : diagnostics;
  }

  const reasonText = reasonIn(response);
  const reason = reasonText === undefined ? '' : ` (${reasonText})`;

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

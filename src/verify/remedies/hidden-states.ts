/**
 * Tells whether a change makes an interaction pass by switching off one of its provider states: that hides the mistake.
 */

import { appearsIn } from '../../pact/states/unseen-states.js';
import type { EstablishedState } from '../../pact/states/set-up-states.js';
import type { ComparedInteraction } from '../compare/compare-runs.js';
import { isAboutState } from '../compare/contract-finding.js';
import { appliedScenarios, bodyOf, type CompletedRun } from '../run/run.js';

/** Whether a state of the changed interaction had an effect before the change, and has none after it. */
export function hidesState(failed: ComparedInteraction, changed: ComparedInteraction): boolean {
  const left = changed.result.setUp?.states ?? [];
  const kept = (failed.result.setUp?.states ?? []).filter(({ sentence }) =>
    left.some((other) => other.sentence === sentence),
  );
  const isSilenced = kept.some((state) => hasEffect(failed, state) && !hasEffect(changed, state));
  return isSilenced || doubtsAboutStates(changed) > doubtsAboutStates(failed);
}

/** Whether a scenario of the state responded, or the response contains what the state sets up. */
function hasEffect({ result: { response } }: CompletedRun, { state, subjects }: EstablishedState): boolean {
  if (response === undefined) return false;
  const applied = appliedScenarios(response);
  const isApplied = (state.scenarios ?? []).some((name) => applied.includes(name));
  return isApplied || appearsIn(bodyOf(response), subjects);
}

function doubtsAboutStates({ findings }: ComparedInteraction): number {
  return findings.filter(({ severity, code }) => severity !== 'remark' && isAboutState(code)).length;
}

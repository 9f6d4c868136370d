/** Finds faults that break the contract in a scenario that does not say so: better at start than in the middle of a test. */

import type { Contract } from '../contract/contract.js';
import { mistakeAt } from '../documents/check-document.js';
import type { Mistake } from '../documents/document-error.js';
import type { SourceDocument } from '../documents/read-document.js';
import type { Scenario, StepTemplate } from './scenario.js';

/** The members of faults that are looked at; a status may be a `{parameter}`. */
interface FaultTemplates {
  readonly answer?: { readonly status: number | string; readonly text?: string };
  readonly body?: { readonly as: string };
  readonly alter?: { readonly how: string };
}

/** Changes of an answer that no schema lets pass. */
const BREAKING_ALTERATIONS: readonly string[] = ['unknown-enum', 'numbers-as-strings'];

/** A mistake for each fault whose answers the contract does not have. */
export function contractMistakes(source: SourceDocument, scenario: Scenario, contract: Contract): Mistake[] {
  if (scenario.breaksContract) return [];
  const isSequence = 'steps' in (source.data as object);
  return scenario.steps.flatMap((step, index) => {
    const pointer = `${isSequence ? `/steps/${index}` : ''}/fault`;
    return breaches(step, scenario, contract).map(([member, reason]) =>
      mistakeAt(source, `${pointer}/${member}`, `${reason}; say "breaksContract: true" where that is meant`),
    );
  });
}

function breaches(
  { fault = {} }: StepTemplate,
  { operations }: Scenario,
  contract: Contract,
): (readonly [member: string, reason: string])[] {
  const { answer, body, alter } = fault as FaultTemplates;
  const found: [string, string][] = [];
  if (body !== undefined) found.push(['body/as', `no answer of the contract has a body that is ${body.as}`]);
  if (alter !== undefined && BREAKING_ALTERATIONS.includes(alter.how))
    found.push(['alter/how', `${alter.how} makes answers that the contract does not have`]);
  if (answer?.text !== undefined) found.push(['answer/text', 'a text is no answer of the contract']);
  const strangers = operations.filter(
    (id) => typeof answer?.status === 'number' && !contract.operations.get(id)?.responses.has(answer.status),
  );
  if (strangers.length > 0)
    found.push(['answer/status', `the contract of ${strangers.join(', ')} has no status ${answer!.status}`]);
  return found;
}

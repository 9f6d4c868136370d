/** Finds faults that break the contract in a scenario that does not say so: better at start than in the middle of a test. */

import type { Contract } from '../contract/contract.js';
import { mistakeAt } from '../documents/check-document.js';
import type { Mistake } from '../documents/document-error.js';
import type { SourceDocument } from '../documents/read-document.js';
import type { Scenario, StepTemplate } from './scenario.js';

/** The members of an answer fault that are looked at; a status may be a `{parameter}`. */
interface AnswerTemplate {
  readonly status: number | string;
  readonly text?: string;
}

/** A mistake for each answer that no operation of the scenario may give. */
export function contractMistakes(source: SourceDocument, scenario: Scenario, contract: Contract): Mistake[] {
  if (scenario.breaksContract) return [];
  const isSequence = 'steps' in (source.data as object);
  return scenario.steps.flatMap((step, index) => {
    const pointer = `${isSequence ? `/steps/${index}` : ''}/fault/answer`;
    return answerMistakes(step, scenario, contract).map(([member, message]) => mistakeAt(source, `${pointer}/${member}`, message));
  });
}

function answerMistakes({ fault }: StepTemplate, { operations }: Scenario, contract: Contract): (readonly [member: string, message: string])[] {
  const answer = fault?.['answer'] as AnswerTemplate | undefined;
  if (answer === undefined) return [];
  const remedy = 'say "breaksContract: true" where that is meant';
  if (answer.text !== undefined) return [['text', `a text is no answer of the contract; ${remedy}`]];
  const strangers = operations.filter((id) => typeof answer.status === 'number' && !contract.operations.get(id)?.responses.has(answer.status));
  return strangers.length === 0 ? [] : [['status', `the contract of ${strangers.join(', ')} has no status ${answer.status}; ${remedy}`]];
}

/** The report on one interaction, from its run, the comparison with the contract, and the search for remedies. */

import { pactTarget } from '../../pact/match-request.js';
import { isAboutState, type ContractFinding } from '../compare/contract-finding.js';
import { withoutUndefined } from '../../common/json.js';
import type { VerifiedInteraction } from '../remedies/find-remedies.js';
import { parametersText } from './report-text.js';
import type { InteractionFailure, InteractionReport, Mismatch } from './verification-report.js';

/**
 * The report on an interaction. With the option `strict`, doubts are failures; without it, they are warnings. Remarks
 * are warnings in both cases.
 */
export function interactionReport(verified: VerifiedInteraction, isStrict: boolean): InteractionReport {
  const { run, result, outcome, operation, findings } = verified;
  const { remedies, inspector, restsOn } = verified;
  const { interaction, states } = run;
  const { request } = interaction;

  const doubts = findings.filter(({ severity }) => severity === 'warning').map(mismatchIn);
  const remarks = findings.filter(({ severity }) => severity === 'remark').map(mismatchIn);
  const failures = contradictionsAndFailures(verified);
  if (isStrict) failures.push(...doubts.map((doubt) => ({ kind: 'strict' as const, ...doubt })));
  failures.push(...verified.internal);

  return {
    pointer: `/interactions/${interaction.index}`,
    description: interaction.description,
    states: states.map(({ name, params }) => name + parametersText(params)),
    outcome,
    request: { method: request.method, path: pactTarget(request) },
    expectedStatus: interaction.response.status,
    ...withoutUndefined({ operation, answer: answerOf(verified) }),
    failures,
    warnings: isStrict ? remarks : [...doubts, ...remarks],
    remedies,
    ...withoutUndefined({ inspector }),
    restsOn,
    seconds: result.seconds ?? 0,
    adaptations: result.adaptations,
  };
}

/** The response as the report shows it; undefined if there was none. */
function answerOf({ result: { response } }: VerifiedInteraction): InteractionReport['answer'] | undefined {
  if (response === undefined) return undefined;

  const { headers: _, ...answer } = response;
  return answer;
}

/** The contradictions in the request come first, because they explain the failures of the response. */
function contradictionsAndFailures({ findings, result, passesIn }: VerifiedInteraction): InteractionFailure[] {
  const ofRequest: InteractionFailure[] = [];
  const others: InteractionFailure[] = [];
  for (const finding of findings.filter(({ severity }) => severity === 'error')) {
    const failures = finding.code.startsWith('request.') ? ofRequest : others;
    failures.push(contradiction(finding, passesIn));
  }

  return [...ofRequest, ...result.failures, ...others];
}

/**
 * A finding as a failure. If the interaction passes in a variant, the failure depends on what our base contract
 * assumes.
 */
function contradiction(finding: ContractFinding, passesIn: readonly string[]): InteractionFailure {
  const { message, ...mismatch } = mismatchIn(finding);
  if (isAboutState(finding.code)) return { kind: 'state', message, ...mismatch };
  if (passesIn.length === 0) return { kind: 'contract', message, ...mismatch };

  const sentence = message.replace(/\.$/, '');
  const assumed = `${sentence}, as our base contract assumes; not so with ${passesIn.join(' or ')}.`;

  return { kind: 'contract', message: assumed, ...mismatch };
}

/** The part of a finding that the report shows. */
function mismatchIn({ severity: _, ...mismatch }: ContractFinding): Mismatch {
  return mismatch;
}

/** The report on one interaction, from its run, the comparison with the contract, and the search for remedies. */

import { pactTarget } from '../../pact/match-request.js';
import { isAboutState, type ContractFinding } from '../compare/contract-finding.js';
import type { VerifiedInteraction } from '../remedies/find-remedies.js';
import type { VerifyOptions } from '../verify-options.js';
import { parametersText } from './report-text.js';
import type { InteractionFailure, InteractionReport, Mismatch } from './verification-report.js';

/**
 * The report on an interaction. With the option `strict`, doubts are failures; without it, they are warnings. Remarks
 * are warnings in both cases.
 */
export function interactionReport(
  verified: VerifiedInteraction,
  { strict }: Required<Pick<VerifyOptions, 'strict'>>,
): InteractionReport {
  const { run, result, outcome, operation, findings, internal } = verified;
  const { remedies, inspector, passesIn, restsOn } = verified;
  const { interaction, states } = run;
  const { request, response: expected } = interaction;
  const { response, adaptations } = result;

  const errors = findings.filter(({ severity }) => severity === 'error');
  const inRequest = errors.filter(({ code }) => code.startsWith('request.'));
  const otherErrors = errors.filter((finding) => !inRequest.includes(finding));
  const doubts = findings.filter(({ severity }) => severity === 'warning').map(mismatchIn);
  const remarks = findings.filter(({ severity }) => severity === 'remark').map(mismatchIn);

  return {
    pointer: `/interactions/${interaction.index}`,
    description: interaction.description,
    states: states.map(({ name, params }) => name + parametersText(params)),
    outcome,
    request: { method: request.method, path: pactTarget(request) },
    expectedStatus: expected.status,
    ...(operation !== undefined && { operation }),
    ...(response !== undefined && {
      answer: { status: response.status, body: response.body, diagnostics: response.diagnostics },
    }),
    failures: [
      // A wrong request explains a wrong response.
      ...inRequest.map((finding) => contradiction(finding, passesIn)),
      ...result.failures,
      ...otherErrors.map((finding) => contradiction(finding, passesIn)),
      ...(strict ? doubts.map((doubt): InteractionFailure => ({ kind: 'strict', ...doubt })) : []),
      ...internal,
    ],
    warnings: strict ? remarks : [...doubts, ...remarks],
    remedies,
    ...(inspector !== undefined && { inspector }),
    restsOn,
    seconds: result.seconds ?? 0,
    adaptations,
  };
}

/**
 * A finding as a failure. If the interaction passes in a variant, the failure depends on what our base contract
 * assumes.
 */
function contradiction(finding: ContractFinding, passesIn: readonly string[]): InteractionFailure {
  const { message, ...mismatch } = mismatchIn(finding);
  if (isAboutState(finding.code)) return { kind: 'state', message, ...mismatch };

  const assumed = `${message.replace(/\.$/, '')}, as our base contract assumes; not so with ${passesIn.join(' or ')}.`;

  return { kind: 'contract', message: passesIn.length > 0 ? assumed : message, ...mismatch };
}

/** The part of a finding that the report shows. */
function mismatchIn({ severity: _, ...mismatch }: ContractFinding): Mismatch {
  return mismatch;
}

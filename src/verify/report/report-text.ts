/** Texts that several forms of the report (for terminals, JUnit, every variant) have in common. */

import type { GivenState } from '../../pact/pact-file.js';
import type { InteractionFailure, Mismatch } from './verification-report.js';

/**
 * A failure of id-emulator itself while it examines one interaction. The results of the other interactions stay valid.
 * @param attempt what id-emulator did, in the past tense: `compared the interaction with the contract`
 */
export function internalFailure(attempt: string, error: unknown): InteractionFailure {
  const reason = String(error).replace(/\s+/g, ' ');
  return {
    kind: 'internal',
    message: `id-emulator failed when it ${attempt} (${reason}): this is a bug of id-emulator, not of the pact`,
  };
}

/** The parameters of a state, after its name: ` (partyId: "p1")`. */
export function parametersText(params: GivenState['params']): string {
  const values = Object.entries(params).map(([parameter, value]) => `${parameter}: ${JSON.stringify(value)}`);
  return values.length === 0 ? '' : ` (${values.join(', ')})`;
}

/** Sections with an empty line between them. Sections without lines are left out. Ends with a line break. */
export function sectionsText(sections: readonly (readonly string[])[]): string {
  const texts = sections.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'));
  return `${texts.join('\n\n')}\n`;
}

/** The message of a failure, with its place. */
export function failureText(failure: InteractionFailure): string {
  const text = warningText(failure);
  return failure.kind === 'contract' ? `contradicts the contract: ${text}` : text;
}

/** The message of a warning, with its place. */
export function warningText({ where, message }: Mismatch): string {
  return where === undefined ? message : `${where}: ${message}`;
}

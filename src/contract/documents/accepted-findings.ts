/** The findings that a project knows and accepts for now, in a file for version control. */

import { compileSchema, readOfShape } from './check-document.js';

/** The format of a file and its version. The JSON report of an audit has them, too, and can serve as such a file. */
export interface FindingsFormat {
  readonly format: string;
  readonly version: number;
}

/** The findings of an audit. */
export const AUDIT = { format: 'id-emulator-audit', version: 2 } as const;

/** The differences between a service and the contract. */
export const DIFFERENCES = { format: 'id-emulator-differences', version: 1 } as const;

/** A finding in a file of accepted ones. */
export interface AcceptedFinding {
  readonly id: string;
  readonly what: string;
  /**
   * IDs of the accepted cells. A cell is one case in which the finding shows, such as one operation with one fault. The
   * finding stays new where another cell shows it. Default: the ID of the finding.
   */
  readonly cells?: readonly string[];
}

/** The IDs of the cells in a file. @throws DocumentError with every mistake */
export function readAccepted(file: string, format: FindingsFormat): ReadonlySet<string> {
  const { data } = readOfShape(file, compileSchema(shapeOf(format)));
  const { findings } = data as { readonly findings: readonly AcceptedFinding[] };
  return new Set(findings.flatMap(({ id, cells = [id] }) => cells));
}

/** The shape of a file. @param required members of each finding */
export function shapeOf({ format, version }: FindingsFormat, required = ['id']): object {
  const id = { type: 'string', minLength: 1 };
  const cells = { type: 'array', items: { type: 'string' } };
  const finding = { type: 'object', required, properties: { id, cells } };
  const findings = { type: 'array', items: finding };
  const properties = { format: { const: format }, version: { const: version }, findings };

  return { type: 'object', required: Object.keys(properties), properties };
}

/** The text of a file that accepts these findings. */
export function acceptedText(findings: readonly AcceptedFinding[], format: FindingsFormat): string {
  return `${JSON.stringify({ ...format, findings }, undefined, 2)}\n`;
}

/** The findings that a project knows and accepts for now, in a file for version control. */

import { compileSchema, shapeMistakes } from '../../contract/documents/check-document.js';
import { DocumentError, readDocument } from '../../contract/documents/read-document.js';

/** The content of the file. A JSON report has the same members. */
export interface AcceptedFindings {
  readonly format: typeof AUDIT_FORMAT;
  readonly version: typeof AUDIT_VERSION;
  readonly findings: readonly AcceptedFinding[];
}

export interface AcceptedFinding {
  readonly id: string;
  readonly what: string;
  /** IDs of the cells that show the finding and are accepted; other cells are not. Default: the ID of the finding. */
  readonly cells?: readonly string[];
}

export const AUDIT_FORMAT = 'id-emulator-audit';
export const AUDIT_VERSION = 2;

const SHAPE = {
  type: 'object',
  required: ['format', 'version', 'findings'],
  properties: {
    format: { const: AUDIT_FORMAT },
    version: { const: AUDIT_VERSION },
    findings: {
      type: 'array',
      items: {
        type: 'object',
        required: ['id'],
        properties: { id: { type: 'string', minLength: 1 }, cells: { type: 'array', items: { type: 'string' } } },
      },
    },
  },
};

/** The IDs of the cells in a file. @throws DocumentError with every mistake */
export function readAccepted(file: string): ReadonlySet<string> {
  const source = readDocument(file);
  const { listed, more } = shapeMistakes(source, compileSchema(SHAPE));
  if (listed.length > 0) throw new DocumentError(file, listed, more);
  return new Set((source.data as AcceptedFindings).findings.flatMap(({ id, cells = [id] }) => cells));
}

/** The text of a file that accepts these findings. */
export function acceptedText(findings: AcceptedFindings['findings']): string {
  const file: AcceptedFindings = { format: AUDIT_FORMAT, version: AUDIT_VERSION, findings };
  return `${JSON.stringify(file, undefined, 2)}\n`;
}

/** The findings that a project knows and accepts for now, in a file for version control. */

import { compileSchema, shapeMistakes } from '../../contract/documents/check-document.js';
import { membersOf } from '../../common/json.js';
import { DocumentError, readDocument } from '../../contract/documents/read-document.js';
import { cellName } from '../plan/plan.js';
import type { Outcome } from '../schedule.js';

/** The file, whose members a report as JSON has, too. */
export interface AcceptedFindings {
  readonly format: typeof AUDIT_FORMAT;
  readonly version: typeof AUDIT_VERSION;
  readonly findings: readonly AcceptedFinding[];
}

export interface AcceptedFinding {
  readonly id: string;
  readonly what: string;
  /** IDs of the operations and faults that show it: others are not accepted. Default: its own. */
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

/** The IDs of the cells in a file. @throws DocumentError with every mistake, or if an older version has written it */
export function readAccepted(file: string): ReadonlySet<string> {
  const source = readDocument(file);
  const { version } = membersOf(source.data);
  if (typeof version === 'number' && version < AUDIT_VERSION) {
    const message = `version ${version} has other reactions than version ${AUDIT_VERSION}; write the file again with --write-accepted`;
    throw new DocumentError(file, [{ ...source.locate('/version'), message }]);
  }
  const { listed, more } = shapeMistakes(source, compileSchema(SHAPE));
  if (listed.length > 0) throw new DocumentError(file, listed, more);
  return new Set((source.data as AcceptedFindings).findings.flatMap(({ id, cells = [id] }) => cells));
}

/** Accepted findings that the audit would have shown if they still happened. */
export function noLongerFound(
  accepted: ReadonlySet<string>,
  findings: AcceptedFindings['findings'],
  outcomes: readonly Outcome[],
): string[] {
  const untried = outcomes.filter(({ like, observation = like }) => observation === undefined);
  const triedCells = new Set(outcomes.map(({ entry }) => cellName(entry)));
  for (const { entry } of untried) triedCells.delete(cellName(entry));
  return [...accepted].filter(
    (id) =>
      !findings.some(({ id: own, cells = [own] }) => cells.includes(id)) &&
      [...triedCells].some((cell) => id.startsWith(`${cell}:`)),
  );
}

/** The text of a file that accepts these findings. */
export function acceptedText(findings: AcceptedFindings['findings']): string {
  const file: AcceptedFindings = { format: AUDIT_FORMAT, version: AUDIT_VERSION, findings };
  return `${JSON.stringify(file, undefined, 2)}\n`;
}

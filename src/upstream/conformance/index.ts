/** `id-emulator/conformance`: one suite of checks for any server that claims to be the service. */

export type { Evidence, PointEvidence } from '../evidence/evidence.js';
export { ServiceUnusable } from './checks/connect.js';
export type { ConformanceOptions, Wait } from './options.js';
export {
  checksWith,
  type CheckResult,
  type ConformanceReport,
  type CheckOutcome,
  type OutcomeCounts,
} from './report/conformance-report.js';
export { conformanceSuites, conformanceText } from './report/format-report.js';
export { runConformance } from './run-conformance.js';

/** `id-emulator/conformance`: one suite of checks for any server that claims to be the service. */

export { ServiceUnusable } from './connect.js';
export type { ConformanceOptions, Wait } from './options.js';
export {
  checksWith,
  type CheckResult,
  type ConformanceReport,
  type GroupResult,
  type CheckOutcome,
  type OutcomeCounts,
} from './report/conformance-report.js';
export { conformanceSuites, conformanceText } from './report/format-report.js';
export { evidenceOf } from './report/evidence.js';
export { runConformance } from './run-conformance.js';
export type { Evidence, PointEvidence } from './report/evidence.js';

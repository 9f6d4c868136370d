/** `id-emulator/conformance`: one suite of checks against any server that claims to be the service. */

export { ServiceUnusable } from './call-failed.js';
export type { ConformanceOptions } from './conformance-options.js';
export type { Wait } from './pace.js';
export {
  checksWith,
  type CheckResult,
  type ConformanceReport,
  type GroupResult,
  type Outcome,
  type OutcomeCounts,
} from './report/conformance-report.js';
export { conformanceSuites } from './report/conformance-suites.js';
export { conformanceText } from './report/conformance-text.js';
export { evidenceOf } from './report/evidence-of.js';
export { runConformance } from './run-conformance.js';
export type { Evidence, PointEvidence } from '../contract/fidelity/evidence.js';

/** The revisions of the service that come after the specification: each is an overlay in `spec/overlays/`. */
export const REVISIONS: readonly string[] = ['2026-04'];

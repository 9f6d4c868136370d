/** The revisions of the service that come after the specification, in their order: each is an overlay in `spec/overlays/`. */
export const REVISIONS: readonly string[] = ['2026-04'];

/** Whether what a revision brings is in another one, itself or a later one; what the specification has is in all of them. */
export function isWithinRevision(brought: string, revision: string): boolean {
  return REVISIONS.indexOf(brought) <= REVISIONS.indexOf(revision);
}

/**
 * Members of responses whose values are stages of a lifecycle: of a user, a data request, a credential or a verification link
 * (specification section 3). A consumer that reads one of them should be tested with each of its values.
 */
export const LIFECYCLE_MEMBERS: ReadonlySet<string> = new Set(['kycStatus', 'status', 'reqStatus', 'freshness']);

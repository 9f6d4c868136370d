/** The members of responses that show what provider states set up. */

/**
 * Members of responses whose values are stages of a lifecycle: of a user, a data request, a credential or a
 * verification link (specification section 3). A consumer that reads one of them should be tested with each of its
 * values.
 */
const LIFECYCLE_MEMBERS: ReadonlySet<string> = new Set(['kycStatus', 'status', 'reqStatus', 'freshness']);

/** Values of `kycStatus` that no provider state sets up: a credential has no request that could be open or rejected. */
const OUT_OF_REACH = {
  ofUsers: ['SUCCESSFUL'],
  ofCredentials: ['SUCCESSFUL', 'TO_DO', 'IN_REVIEW', 'REJECTED'],
} as const;

/** Whether a value of a member is a stage of a lifecycle, and a provider state can set it up. */
export function isLifecycleStage(operation: string, member: string, value: string): boolean {
  if (member !== 'kycStatus') return LIFECYCLE_MEMBERS.has(member);
  const outOfReach: readonly string[] = OUT_OF_REACH[operation === 'getUsers' ? 'ofUsers' : 'ofCredentials'];
  return !outOfReach.includes(value);
}

/** Members of a response, and the parameters of states that give them their value. */
export const PARAMETERS_OF_MEMBERS: ReadonlyMap<string, readonly string[]> = new Map([
  ['confidenceLevel', ['level']],
  ['freshness', ['standing']],
  ['status', ['status', 'standing']],
  ['provider', ['provider', 'providers']],
  ['kycProvider', ['provider', 'providers']],
  ['total', ['count']],
]);

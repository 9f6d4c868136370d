/** Faults that are refused access tokens. */

import type { FaultClass } from './fault-class.js';
import { always, OTHER_DATA, RECOVERED, RECOVERED_OR_GAVE_UP, REFUSED } from './right-reactions.js';

export const REFUSED_TOKENS: readonly FaultClass[] = [
  {
    id: 'expired-token',
    title: 'expired',
    summary: '401: the access token has expired',
    selection: 'token-expired',
    ...REFUSED,
    trouble: 'token',
    wait: 0,
    expected: always(RECOVERED),
    remedy: 'Request a new access token after 401, once, and send the request again with it.',
  },
  {
    id: 'revoked-token',
    title: 'revoked',
    summary: '401: the access token is revoked, and stays so',
    selection: 'token-revoked',
    ...REFUSED,
    trouble: 'token',
    beginsLike: 'expired-token',
    wait: 0,
    expected: always(RECOVERED),
    remedy: 'Request a new access token after 401, once for all calls that wait for it, and send the requests again.',
  },
  {
    id: 'short-lived-token',
    title: 'short-lived',
    summary: 'an access token that expires after a second',
    selection: 'short-lived-token;seconds=1',
    ...REFUSED,
    // A client that renews half a minute ahead of time never keeps such a token.
    excuses: ['reuse-token', 'one-token-request'],
    alone: true,
    wait: 1_000,
    expected: always(RECOVERED),
    remedy: 'Read expires_in of every token response, and renew the token in time or when it is refused.',
  },
];

/** Faults that no new access token ends. */
export const LASTING_REFUSALS: readonly FaultClass[] = [
  {
    id: 'refused-tokens',
    title: '401 lasting',
    summary: '401 eight times in a row, to new access tokens, too',
    selection: 'tokens-refused;times=8',
    ...REFUSED,
    lasts: true,
    mostRequests: 4,
    trouble: 'token',
    beginsLike: 'expired-token',
    wait: 2_000,
    expected: always(RECOVERED_OR_GAVE_UP),
    remedy: 'Request a new access token once for each call; if that one is refused as well, report the error.',
  },
  {
    id: 'forbidden',
    title: '403 lasting',
    summary: '403 eight times in a row: the institution is suspended',
    selection: 'institution-suspended;times=8',
    // It may mean that this institution may not see what was asked for, which is an answer.
    mayHaveArrived: false,
    changesData: true,
    lasts: true,
    // A second one with a new access token is right: 403 may mean that the old one has expired (specification section 5.6).
    mostRequests: 2,
    trouble: 'refusal',
    wait: 2_000,
    expected: always(OTHER_DATA),
    remedy: 'Report 403. At most once, send the request again, with a new access token.',
  },
];

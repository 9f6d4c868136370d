/** The provider states that come with the package, by group, in the order of the documentation. */

import { accounts } from './accounts.js';
import type { Alternatives } from './alternatives.js';
import { authentication } from './authentication.js';
import { credentials } from './credentials.js';
import { failures } from './failures.js';
import { humanScores } from './human-scores.js';
import { lists } from './lists.js';
import { parties } from './parties.js';
import { requests } from './requests.js';
import { scenarios } from './scenarios.js';
import { time } from './time.js';
import { tokenEndpoint } from './token-endpoint.js';
import { verificationLinks } from './verification-links.js';

/** States by the name of their group. Their sentences have alternatives. */
export const catalogue = {
  parties: [...parties, ...accounts],
  requests,
  credentials,
  'human scores': humanScores,
  lists,
  authentication: [...authentication, ...tokenEndpoint],
  failures,
  'verification links': verificationLinks,
  time,
  scenarios,
} as const;

/** A sentence of a shipped state, `{parameters}` included. */
export type StateSentence = Alternatives<(typeof catalogue)[keyof typeof catalogue][number]['sentences'][number]>;

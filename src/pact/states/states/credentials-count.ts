import { defineState } from '../define-state.js';
import { EMPTY_WORLD } from '../world/empty-world.js';
import { fillUp } from '../world/fill-up.js';
import { COUNT } from '../world/parameters.js';

export const credentialsCount = defineState({
  name: 'credentials-count',
  group: 'lists',
  summary: 'The credentials list has exactly so many items, those that other states have added among them.',
  sentences: [
    'exactly {count} credentials exist',
    '{count} credentials exist',
    'there are {count} credentials',
    'there are exactly {count} credentials',
    '{count} credentials have been disclosed',
    'exactly {count} credential exists',
    'enough credentials for several pages exist',
  ],
  parameters: { count: COUNT },
  opensWith: EMPTY_WORLD,
  last: true,
  setUp: (sandbox, { count }) =>
    fillUp(
      sandbox,
      count,
      ({ credentials }) =>
        credentials.filter(({ disclosed, state }) => disclosed && (state === 'active' || state === 'revoked')).length,
    ),
});

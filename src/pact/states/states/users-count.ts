import { defineState } from '../define-state.js';
import { EMPTY_WORLD } from '../world/empty-world.js';
import { fillUp } from '../world/fill-up.js';
import { COUNT } from '../world/parameters.js';

export const usersCount = defineState({
  name: 'users-count',
  group: 'lists',
  summary: 'The users list has exactly so many rows, those of parties that other states have added among them.',
  sentences: [
    'exactly {count} users exist',
    '{count} users exist',
    'there are {count} users',
    'there are exactly {count} users',
    'the institution has {count} users',
    'exactly {count} parties exist',
    '{count} parties exist',
    'exactly {count} user exists',
    'enough users for several pages exist',
  ],
  parameters: { count: COUNT },
  opensWith: EMPTY_WORLD,
  last: true,
  setUp: (sandbox, { count }) => fillUp(sandbox, count, ({ requests }) => requests.length),
});

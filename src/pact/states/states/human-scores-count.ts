import { defineState } from '../define-state.js';
import { EMPTY_WORLD } from '../world/empty-world.js';
import { fillUp } from '../world/fill-up.js';
import { COUNT } from '../world/parameters.js';

export const humanScoresCount = defineState({
  name: 'human-scores-count',
  group: 'lists',
  summary:
    'The list of human scores has exactly so many items: there are so many approved users, those that other states have added among them.',
  sentences: [
    'exactly {count} human scores exist',
    '{count} human scores exist',
    'there are {count} human scores',
    'exactly {count} approved users exist',
    '{count} approved users exist',
    'there are {count} approved users',
    'exactly {count} human score exists',
    'enough human scores for several pages exist',
  ],
  parameters: { count: COUNT },
  opensWith: EMPTY_WORLD,
  last: true,
  setUp: (sandbox, { count }) =>
    fillUp(sandbox, count, ({ requests }) => (requests.some(({ status }) => status === 'APPROVED') ? 1 : 0)),
});

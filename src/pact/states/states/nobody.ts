import { defineState } from '../define-state.js';
import { EMPTY_WORLD, requireEmptyWorld } from '../world/empty-world.js';

export const nobody = defineState({
  name: 'nobody',
  group: 'lists',
  summary: 'There are no parties, so every list is empty and its total is 0.',
  sentences: [
    'no users exist',
    'no parties exist',
    'no credentials exist',
    'no human scores exist',
    'there are no users',
    'there are no parties',
    'there are no credentials',
    'there are no human scores',
    'the institution has no users',
    'nobody has disclosed anything',
  ],
  parameters: {},
  opensWith: EMPTY_WORLD,
  async setUp(sandbox) {
    await requireEmptyWorld(sandbox);
  },
});

import { defineState } from '../define-state.js';

export const timeIs = defineState({
  name: 'time-is',
  group: 'time',
  summary: "The sandbox's clock stands still at this time, whatever that makes of what expires and ages.",
  sentences: ['the time is {time}', 'the clock shows {time}', 'it is {time}', 'today is {time}'],
  parameters: { time: { type: 'text', description: 'ISO 8601 with its offset: 2026-01-31T09:00:00Z.' } },
  async setUp({ clock }, { time }) {
    await clock.freeze(time);
  },
});

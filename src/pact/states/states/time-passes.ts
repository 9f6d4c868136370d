import { defineState } from '../define-state.js';

export const timePasses = defineState({
  name: 'time-passes',
  group: 'time',
  summary: "So much time has passed by the sandbox's clock since the states before.",
  sentences: [
    '{duration} has passed',
    '{duration} have passed',
    'the clock has moved by {duration}',
    'the clock is advanced by {duration}',
  ],
  parameters: { duration: { type: 'text', description: 'PT2H, 15m, 90s, P12D.' } },
  async setUp({ clock }, { duration }) {
    await clock.advance(duration);
  },
});

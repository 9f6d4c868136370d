/** Provider states about the sandbox's clock. */

import { defineState } from '../provider-state.js';

export const time = [
  defineState({
    name: 'time-is',
    summary: "The sandbox's clock stands still at this time. Tokens, links and credentials expire and age accordingly.",
    sentences: ['the time is {time}', 'the clock shows {time}', 'it is {time}', 'today is {time}'],
    parameters: { time: { type: 'text', description: 'ISO 8601 with offset: 2026-01-31T09:00:00Z.' } },
    async setUp({ clock }, { time: at }) {
      await clock.freeze(at);
    },
  }),
  defineState({
    name: 'time-passes',
    summary: "The sandbox's clock has moved by this duration since the previous states.",
    sentences: ['{duration} (has|have) passed', 'the clock (has moved|is advanced) by {duration}'],
    parameters: { duration: { type: 'text', description: 'A duration: PT2H, 15m, 90s, P12D.' } },
    async setUp({ clock }, { duration }) {
      await clock.advance(duration);
    },
  }),
];

/** Sets up the provider states about the sandbox's clock. */

import type { SetUps } from './set-ups.js';

export const time = {
  async 'time-is'({ clock }, { time: at }) {
    await clock.freeze(at);
  },
  async 'time-passes'({ clock }, { duration }) {
    await clock.advance(duration);
  },
} satisfies Partial<SetUps>;

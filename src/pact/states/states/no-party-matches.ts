import { defineState } from '../define-state.js';
import { withdraw } from '../world/disclosure.js';
import { findByHandle } from '../world/find-by-handle.js';

export const noPartyMatches = defineState({
  name: 'no-party-matches',
  group: 'parties',
  summary: 'A look-up by this e-mail or username finds nothing: whoever has it has disclosed nothing.',
  sentences: [
    'no party matches {q}',
    'no user matches {q}',
    'nobody matches {q}',
    'no credentials match {q}',
    'no party with e-mail {q} exists',
    'no party with email {q} exists',
    'no party with username {q} exists',
    'no user with email {q} exists',
  ],
  parameters: { q: { type: 'text', description: 'The e-mail or username.' } },
  async setUp(sandbox, { q }) {
    for (const party of await findByHandle(sandbox, q)) await withdraw(sandbox, party);
  },
});

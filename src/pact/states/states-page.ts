/** The states as a page of Markdown: `docs/provider-states.md`. */

import { describeParameter, remarksOn } from './describe-state.js';
import type { ProviderState } from './provider-state.js';

/** The whole page. */
export function statesPage(states: readonly ProviderState[]): string {
  const groups = [...new Set(states.map(groupOf))];
  const sections = groups.map((group) =>
    section(
      group,
      states.filter((state) => groupOf(state) === group),
    ),
  );
  return `# Provider states

${states.length} states, made from the files in [src/pact/provider-states/states/](../src/pact/provider-states/states/) by \`npm run docs\`; do not edit this page by hand.

A pact asks for a state by any of its sentences. Case, repeated space, articles, a full stop at the end and quotation marks around values do not matter. \`{parameter}\` stands for a value, which a pact writes into the sentence ("party party::123 has disclosed GOOGLE and GITHUB") or, from Pact specification V3 on, gives as a parameter of the state; then the sentence stands as it does here, braces included. An unknown state, and a parameter that does not exist, is an error that names the nearest.

Several states of one interaction are brought about in their order; those that begin with an empty world come first, those that count come last. IDs that a pact invents come to exist; a party that exists already is changed to what is asked. What only exists at run time comes back as state values for \`fromProviderState\`: \`partyId\`, \`contractId\`, \`email\`, \`username\`, \`token\`, \`verificationUrl\`, \`clientId\`, \`clientSecret\`. Where a pact invents a link token or client credentials instead, real ones are sent in their place.

\`id-emulator states list\` and \`id-emulator states show <name or sentence>\` tell the same. \`--states <module>\` adds [states of your own](#states-of-your-own).

${sections.join('\n')}
## With Pact's own verifier

\`\`\`ts
import { Verifier } from '@pact-foundation/pact';
import { startEmulator } from 'id-emulator';
import { verifierOptions } from 'id-emulator/pact';

const emulator = await startEmulator();
await new Verifier({ ...verifierOptions(emulator.sandbox()), provider: 'identity', pactUrls: ['pacts/consumer-identity.json'] }).verifyProvider();
await emulator.close();
\`\`\`

\`verifierOptions\` gives \`stateHandlers\`, \`providerBaseUrl\`, and a \`requestFilter\` that changes requests as \`id-emulator verify\` does (good access tokens, client credentials and link tokens in the place of invented ones), and fails whatever is asked where a state has failed: Pact itself only prints that, and goes on. After each interaction the sandbox is what it was. \`stateHandlers(sandbox)\` gives the handlers alone.

## States of your own

A module, ES or CommonJS, with a list of states as its default export or as the export \`states\`:

\`\`\`js
// states.mjs
export default [
  {
    name: 'party-is-important',
    summary: 'A party whose every provider has vouched for it.',
    sentences: ['party {partyId} is important', 'an important party exists'],
    parameters: { partyId: { type: 'text', description: 'The party ID.', default: 'party::vip' } },
    async setUp(sandbox, { partyId }) {
      await sandbox.world.addParty({ partyId, email: 'vip@example.com', firstName: 'Vip', lastName: 'Person' });
      for (const provider of ['GOOGLE', 'GITHUB']) await sandbox.world.issue(partyId, { provider });
      return { values: { partyId } };
    },
  },
];
\`\`\`

\`setUp\` is given the sandbox as \`emulator.sandbox()\` gives it (\`world\`, \`clock\`, \`use\`, \`scenarios\`, \`verificationLink\`, \`accessToken\`) and the parameters by their types: \`text\`, \`rest\` (to the end of the sentence), \`number\`, \`boolean\`, \`list\`. It may return \`values\` and \`replacements\`. \`authentication: true\` lets the pact's credentials be sent as they stand, \`opensWith\` says how its sandbox is opened, \`last: true\` brings it about after the others. Names and sentences of shipped states are taken; a sentence that says more than a shipped one goes before it.
`;
}

function groupOf({ group = 'own' }: ProviderState): string {
  return group;
}

function section(group: string, states: readonly ProviderState[]): string {
  return `## ${group.charAt(0).toUpperCase()}${group.slice(1)}\n\n${states.map(entry).join('\n')}`;
}

function entry(state: ProviderState): string {
  const { name, summary, sentences, parameters } = state;
  const rows = Object.entries(parameters).map(
    ([parameter, spec]) =>
      `| \`${parameter}\` | ${spec.description} | ${describeParameter(spec).replaceAll('|', '\\|')} |\n`,
  );
  const table = rows.length === 0 ? '' : `\n| parameter | | |\n|---|---|---|\n${rows.join('')}`;
  const remarks = remarksOn(state);
  return `### ${name}

${[summary, ...remarks].join(' ')}

${sentences.map((sentence) => `- ${sentence}\n`).join('')}${table}`;
}

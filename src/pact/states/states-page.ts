/** Renders the states as a page of Markdown: `docs/provider-states.md`. */

import { describeParameter, remarksOn } from './describe-state.js';
import type { ProviderState } from './provider-state.js';

/** The whole page. */
export function statesPage(states: readonly ProviderState[]): string {
  const names = [...new Set(states.map(groupOf))];
  const groups = names.map((name) => [name, states.filter((state) => groupOf(state) === name)] as const);
  return `# Provider states

The ${states.length} provider states that a pact can require. The page is generated from [src/pact/states/catalogue/](../src/pact/states/catalogue/) by \`npm run docs\`; do not edit it by hand. \`id-emulator states list\` and \`id-emulator states show <name or sentence>\` print the same.

- [How a pact requires a state](#how-a-pact-requires-a-state)
${groups.map(([group, members]) => `- ${groupLink(group)}: ${members.map(stateLink).join(', ')}\n`).join('')}- [With Pact's own verifier](#with-pacts-own-verifier)
- [In TypeScript](#in-typescript)
- [Aliases](#aliases)
- [States of your own](#states-of-your-own)

## How a pact requires a state

A pact contains one of the state's sentences. Case, repeated spaces, articles, a full stop at the end and quotation marks around values do not matter. An unknown sentence or parameter is an error, which suggests the nearest ones.

\`{parameter}\` is the place of a value. A pact writes the value into the sentence: "party party::123 has disclosed GOOGLE and GITHUB". Since version 3 of the Pact specification it can also keep the sentence as it is written here, braces included, and pass the value as a parameter of the state.

If an interaction has several states, they are set up in their order, with two exceptions: states that need an empty world come first, and states that count come last.

A party or credential whose ID a pact invents is added. An existing party is changed as the state requires.

Values that exist at run time only are state values for \`fromProviderState\`: \`partyId\`, \`contractId\`, \`email\`, \`username\`, \`token\`, \`verificationUrl\`, \`accessToken\`, \`clientId\`, \`clientSecret\`. If a pact invents a link token or client credentials instead, real ones replace them in the request.

${groups.map(([group, members]) => section(group, members)).join('\n')}
## With Pact's own verifier

\`\`\`ts
import { Verifier } from '@pact-foundation/pact';
import { startEmulator } from 'id-emulator';
import { verifierOptions } from 'id-emulator/pact';

const emulator = await startEmulator();
await new Verifier({ ...verifierOptions(emulator.sandbox()), provider: 'identity', pactUrls: ['pacts/consumer-identity.json'] }).verifyProvider();
await emulator.close();
\`\`\`

\`verifierOptions\` returns three options:

- \`providerBaseUrl\`: the URL of the emulator.
- \`stateHandlers\`: they set up the states. After each interaction they restore the sandbox.
- \`requestFilter\`: it replaces invented access tokens, client credentials and link tokens by valid ones, as \`id-emulator verify\` does. If a state cannot be set up, it fails the request: Pact itself only prints the error and continues.

\`stateHandlers(sandbox)\` returns the handlers alone.

## In TypeScript

\`state\` returns the two parameters of \`given\`. Editors complete the sentence and its parameters, and a mistake is an error of the compiler; in JavaScript it is thrown.

\`\`\`ts
import { PactV4 } from '@pact-foundation/pact';
import { state } from 'id-emulator/pact';

new PactV4({ consumer: 'onboarding', provider: 'identity' })
  .addInteraction()
  .given(...state('party {partyId} has disclosed {providers}', { partyId: 'party::123', providers: ['GOOGLE', 'GITHUB'] }))
  .given(...state('the institution is rate limited', { retryAfter: 2 }));
\`\`\`

## Aliases

If your pacts have phrases of their own, write them into a YAML file, each with the state or states that it means, and pass it with \`--states aliases.yaml\`:

\`\`\`yaml
our best customer is here: party vip has disclosed GOOGLE and GITHUB
customer {id} is known:
  state: party {partyId} has disclosed {providers}
  parameters: { partyId: 'party::{id}', providers: [LINKEDIN] }
the worst day:
  - the institution is rate limited
  - { state: a party exists, parameters: { partyId: late } }
\`\`\`

A place of the phrase may be in the sentence or in a parameter of the state. A parameter that the alias leaves open comes from the phrase, if it has a place of that name, or from the pact. Put a phrase that begins with a place into quotation marks. \`--states\` can be repeated; an alias may mean a state of a module that is named before it.

## States of your own

\`--states <file>\` adds your own states. The module, ES or CommonJS, has a list of states as its default export or as the export \`states\`:

\`\`\`js
// states.mjs
export default [
  {
    name: 'party-is-important',
    summary: 'A party has disclosed credentials from two providers.',
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

| member | meaning |
|---|---|
| \`setUp(sandbox, parameters)\` | Sets up the state. The sandbox is the same as \`emulator.sandbox()\` (\`world\`, \`clock\`, \`use\`, \`scenarios\`, \`verificationLink\`, \`accessToken\`). It may return \`values\` for \`fromProviderState\`, and \`replacements\` for invented values |
| \`parameters\` | By name, each with a \`description\` and a \`type\`: \`text\`, \`rest\` (text to the end of the sentence), \`number\`, \`boolean\`, \`list\`. Also \`choices\`, \`minimum\`, \`maximum\`, \`default\`, \`optional\` |
| \`authentication: true\` | The credentials of the pact are sent unchanged |
| \`opensWith\` | Options of the sandbox, such as \`{ population: 0 }\` |
| \`last: true\` | The state is set up after the others |

Names and sentences of shipped states are taken. A longer sentence is preferred to a shipped one that also matches.
`;
}

function groupOf({ group = 'own' }: ProviderState): string {
  return group;
}

/** The link to a heading as GitHub makes it; groups and names consist of letters, spaces and hyphens. */
function groupLink(group: string): string {
  return `[${titleOf(group)}](#${group.toLowerCase().replaceAll(' ', '-')})`;
}

function stateLink({ name }: ProviderState): string {
  return `[${name}](#${name})`;
}

function titleOf(group: string): string {
  return `${group.charAt(0).toUpperCase()}${group.slice(1)}`;
}

function section(group: string, states: readonly ProviderState[]): string {
  return `## ${titleOf(group)}\n\n${states.map(entry).join('\n')}`;
}

function entry(state: ProviderState): string {
  const { name, summary, sentences, parameters } = state;
  const rows = Object.entries(parameters).map(
    ([parameter, spec]) =>
      `| \`${parameter}\` | ${spec.description} | ${describeParameter(spec).replaceAll('|', '\\|')} |\n`,
  );
  const table = rows.length === 0 ? '' : `\n| parameter | meaning | values |\n|---|---|---|\n${rows.join('')}`;
  return `### ${name}

${[summary, ...remarksOn(state)].join(' ')}

${sentences.map((sentence) => `- ${sentence}\n`).join('')}${table}`;
}

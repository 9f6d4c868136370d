/** The page `docs/reference/provider-states.md`: the provider states, as Markdown. `test/docs/pages.test.ts` writes it with `-u`. */

import { describeParameter, remarksOn } from '../src/pact/states/describe-states.js';
import type { ProviderState } from '../src/pact/states/provider-state.js';

/** The whole page. `docs/contracts.md` has what is not about single states. */
export function statesPage(states: readonly ProviderState[]): string {
  const names = [...new Set(states.map(groupOf))];
  const groups = names.map((name) => [name, states.filter((state) => groupOf(state) === name)] as const);
  return `# Provider states

The ${states.length} provider states that a pact can require. The page is generated from \`src/pact/states/catalogue/\` by \`npm run docs\`; do not edit it by hand. \`id-emulator states list\` and \`id-emulator states show <name or sentence>\` print the same. Your own phrases and states, and typed states in TypeScript: [Contracts](../contracts.md#provider-states).

- [How a pact requires a state](#how-a-pact-requires-a-state)
${groups.map(([group, members]) => `- ${groupLink(group)}: ${members.map(({ name }) => `[${name}](#${name})`).join(', ')}\n`).join('')}
## How a pact requires a state

A pact contains one of the state's sentences. Case, repeated spaces, articles, a full stop at the end and quotation marks around values do not matter. An unknown sentence or parameter is an error, which suggests the nearest ones.

\`{parameter}\` is the place of a value. A pact writes the value into the sentence: "party party::123 has disclosed GOOGLE and GITHUB". Since version 3 of the Pact specification it can also keep the sentence as it is written here, braces included, and pass the value as a parameter of the state.

If an interaction has several states, they are set up in their order, with two exceptions: states that need an empty world come first, and states that count come last.

A party or credential whose ID a pact invents is added. An existing party is changed as the state requires.

Values that exist at run time only are state values for \`fromProviderState\`: \`partyId\`, \`contractId\`, \`email\`, \`username\`, \`token\`, \`verificationUrl\`, \`accessToken\`, \`clientId\`, \`clientSecret\`. If a pact invents a link token or client credentials instead, real ones replace them in the request.

${groups.map(([group, members]) => `## ${titleOf(group)}\n\n${members.map(entry).join('\n')}`).join('\n')}`;
}

function groupOf({ group = 'own' }: ProviderState): string {
  return group;
}

/** The link to a heading as GitHub makes it; groups and names consist of letters, spaces and hyphens. */
function groupLink(group: string): string {
  return `[${titleOf(group)}](#${group.toLowerCase().replaceAll(' ', '-')})`;
}

function titleOf(group: string): string {
  return `${group.charAt(0).toUpperCase()}${group.slice(1)}`;
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

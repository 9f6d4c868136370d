/** What the contract rests on, as a page of Markdown: `docs/fidelity.md`. */

import type { Contract } from '../contract.js';
import { variantPoints } from '../variants/variant-point.js';
import { variantsSection } from '../variants/variants-section.js';
import { BASES, type Basis, describePoint, type FidelityPoint, isGuess } from './point.js';
import { countByBasis, groupPoints, type PointGroup } from './select-points.js';

const MEANINGS: Readonly<Record<Basis, string>> = {
  specified: 'the specification states it, in the section that is given',
  'public-client': "the service's public TypeScript client and its documentation show it",
  recorded: 'it was seen at the real service',
  inferred: 'it follows from one of those, or from a standard that they build on',
  chosen: 'nobody outside the service knows; we picked what a careful integrator would expect',
};

/** The whole page; `later` are the contracts of later revisions. */
export function fidelityPage(contract: Contract, later: readonly Contract[]): string {
  const { points } = contract.fidelity();
  const operations = [...contract.operations.keys()];
  const guesses = points.filter(isGuess);
  const known = points.filter((point) => !isGuess(point));
  return `${introduction(points)}
${variantsSection(variantPoints(points))}
${revisionsSection(contract, later)}
## The guesses, operation by operation

${guesses.length} points that nobody has shown to be so; what is named after a \`:\` is an aspect of what stands before it.

${sections(guesses, operations, guessTable)}
## What is known

The other ${known.length} points. A section beside \`public-client\` names the thing without saying this of it.

${sections(known, operations, knownTable)}`;
}

function introduction(points: readonly FidelityPoint[]): string {
  const counts = countByBasis(points);
  const rows = BASES.map((basis) => `| \`${basis}\` | ${counts[basis]} | ${MEANINGS[basis]} |\n`).join('');
  return `# What the emulator proves, and what it cannot

The emulator is not the service. Its contract, [spec/openapi.yaml](../spec/openapi.yaml), is written from the service's public specification; where that is silent, something had to be answered all the same. So each of the ${points.length} points of the contract (operation, parameter, status, header, member, default, limit, behaviour) says what it rests on:

| basis | points | meaning |
|---|---|---|
${rows}
A test that passes here proves that

- your client sends what the contract takes: the emulator holds every request against it, and refuses what does not keep to it;
- it reads what the contract allows, optional members, empty lists and failed items included: no answer leaves that breaks the contract, unless a scenario says that it does so on purpose;
- it survives what the specification announces, but the service does not send on demand: expiry, throttling, outages, links that have gone.

It does not prove that

- the service does the same. Contract and emulator are one reading of one document: ${counts.recorded === 0 ? 'no point of it has been held against the real service yet' : `${counts.recorded} points have been held against the real service, the others have not`};
- a guess is right. Where your code depends on a point that is \`inferred\` or \`chosen\`, ask the service's operator, or write the code so that either answer will do, and [test that](#what-if-a-guess-is-wrong);
- anything is as fast, as large or as limited as there: times, rates and the people in the data are invented;
- what the specification does not show at all works: events and webhooks, scopes, the addresses of the networks. Nothing of that is emulated.

## What your own tests rest on

\`\`\`sh
id-emulator fidelity --basis chosen --operation getUsers
curl http://127.0.0.1:4010/_emulator/sandboxes/default/fidelity
curl http://127.0.0.1:4010/_emulator/sandboxes/default/journal/2
\`\`\`

The first lists points; \`GET /_emulator/fidelity\` does so over HTTP. The second sums up the guesses that a sandbox's exchanges rest on, each with how many exchanges do; in a test it is \`sandbox.fidelity()\`. The third shows one exchange, with the guesses behind its answer as \`restsOn\`. Only what the answer depends on counts: parameters that were sent, defaults that were applied, the limit that was broken, the members, headers and status that are there.
`;
}

function sections(
  points: readonly FidelityPoint[],
  operations: readonly string[],
  table: (group: PointGroup) => string,
): string {
  return groupPoints(points, operations)
    .map((group) => `### ${group.title}\n\n${table(group)}`)
    .join('\n');
}

function guessTable({ points, isMixed }: PointGroup): string {
  const rows = points.map((point) => `| \`${point.id}\` | ${point.basis} | ${wordsOf(point, isMixed)} |\n`);
  return `| point | basis | what we do, and why |\n|---|---|---|\n${rows.join('')}`;
}

function knownTable({ points, isMixed }: PointGroup): string {
  const rows = points.map(
    (point) => `| \`${point.id}\` | ${point.basis} | ${point.section ?? ''} | ${wordsOf(point, isMixed)} |\n`,
  );
  return `| point | basis | section | |\n|---|---|---|---|\n${rows.join('')}`;
}

function wordsOf(point: FidelityPoint, isMixed: boolean): string {
  const varies = point.variants === undefined ? '' : ` Variants: \`${point.variants.point}\`.`;
  return describePoint(point, isMixed).replaceAll('|', '\\|') + varies;
}

/** As Markdown; empty if there is no later revision. */
function revisionsSection(base: Contract, later: readonly Contract[]): string {
  return later.map((contract) => revisionSection(base, contract)).join('\n');
}

function revisionSection(base: Contract, { revision, version, fidelity }: Contract): string {
  const known = new Map(base.fidelity().points.map((point) => [point.id, descriptionOf(point)]));
  const { points } = fidelity();
  const [added, changed] = [
    points.filter(({ id }) => !known.has(id)),
    points.filter((point) => known.has(point.id) && known.get(point.id) !== descriptionOf(point)),
  ];
  const rows = [...added, ...changed].map(
    (point) =>
      `| \`${point.id}\` | ${operationsOf(point)} | ${point.basis} | ${descriptionOf(point).replaceAll('|', '\\|')} |\n`,
  );
  return `## The next revision

Revision ${revision} is what the service's public client shows beyond the specification. [An overlay](../spec/overlays/${revision}.yaml) makes it from the contract, as version ${version}. It adds ${added.length} points, says ${changed.length} in other words, and takes nothing away:

| point | where | basis | what we do, and why |
|---|---|---|---|
${rows.join('')}
Everything else is as it was: an emulator of the revision passes [the conformance suite](conformance.md) of the specification as well.

\`\`\`sh
id-emulator start --revision ${revision}
id-emulator fidelity --revision ${revision} --operation getCredentials
id-emulator conform --revision ${revision} --base-url ... --alias alice
id-emulator verify --revision ${revision} pacts
\`\`\`

The default stays the specification. Code that passes its tests in both survives the change.
`;
}

function descriptionOf(point: FidelityPoint): string {
  return describePoint(point) || point.subject;
}

function operationsOf({ operations }: FidelityPoint): string {
  return operations.map((operation) => `\`${operation}\``).join(', ');
}

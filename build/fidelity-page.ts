/** The page `docs/reference/fidelity.md`: what the contract rests on, as Markdown. `test/docs/pages.test.ts` writes it with `-u`. */

import type { Contract } from '../src/contract/contract.js';
import { describePoint, isGuess, type Basis, type FidelityPoint } from '../src/contract/fidelity/point.js';
import { countByBasis, groupPoints, type PointGroup } from '../src/contract/fidelity/select-points.js';
import { operationsInSet } from '../src/contract/operation-sets.js';
import { choicesText } from '../src/contract/variants/choose-variants.js';
import { type VariantPoint, variantPoints } from '../src/contract/variants/variant-point.js';
import { VARIANT_SETS } from '../src/contract/variants/variant-sets.js';
import { variantCases } from '../src/contract/variants/touched-variants.js';
import { NEVER_SEEN, RARELY_NAMED } from './unseen-points.js';

/** What a point can rest on, in three boxes. */
const BOXES: readonly (readonly [title: string, bases: readonly Basis[], meaning: string])[] = [
  [
    'specified or seen',
    ['specified', 'public-client', 'recorded'],
    "the specification states it, the service's public client or its documentation shows it, or it was observed",
  ],
  ['inferred', ['inferred'], 'it follows from one of those, or from a standard that they use'],
  ['chosen by us', ['chosen'], 'nobody outside the service knows; we chose what a careful integrator would expect'],
];

/**
 * The whole page.
 * @param later the contracts of the later revisions
 */
export function fidelityPage(contract: Contract, later: readonly Contract[]): string {
  const { points } = contract.fidelity();
  const operations = [...contract.operations.keys()];
  const guesses = groupPoints(points.filter(isGuess), operations);
  const known = groupPoints(
    points.filter((point) => !isGuess(point)),
    operations,
  );
  const sections = [
    proofSection(points),
    usageSection(contract),
    variantsSection(variantPoints(points)),
    unseenSection(),
    ...later.map((revised) => revisionSection(contract, revised)),
    pointsSection('Guesses', guessesIntroduction(guesses), guesses, guessTable),
    pointsSection('Known points', knownIntroduction(known), known, knownTable),
  ];
  return `${TITLE}\n\n${tableOfContents(sections)}\n${sections.join('\n')}`;
}

const TITLE = '# What the emulator proves, and what it cannot';

/** Links to the headings of the sections. */
function tableOfContents(sections: readonly string[]): string {
  const headings = sections.join('\n').matchAll(/^## (.+)$/gm);
  return [...headings].map(([heading, text = '']) => `- [${text}](#${anchorOf(heading)})\n`).join('');
}

/** The anchor that GitHub gives a heading. */
export function anchorOf(heading: string): string {
  return heading
    .replace(/^#+ /, '')
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-');
}

function proofSection(points: readonly FidelityPoint[]): string {
  const counts = countByBasis(points);
  const rows = BOXES.map(([title, bases, meaning]) => {
    const total = bases.reduce((sum, basis) => sum + counts[basis], 0);
    const each = bases.map((basis) => `\`${basis}\` ${counts[basis]}`).join(', ');
    return `| **${title}** | ${total} | ${each} | ${meaning} |\n`;
  }).join('');
  const observed =
    counts.recorded === 0
      ? 'no point of it has been checked against the real service yet'
      : `${counts.recorded} points have been checked against the real service, the others have not`;
  return `## What a passing test proves

The emulator is not the service. Its contract, [spec/openapi.yaml](../../spec/openapi.yaml), follows the service's public specification. Where the specification is silent, the emulator still has to respond in some way. So each of the ${points.length} points of the contract (operation, parameter, status, header, member, default, limit, behaviour) has a basis, in one of three boxes; the lists are [behind](#guesses):

| box | points | bases | meaning |
|---|---:|---|---|
${rows}
A test that passes here proves that

- your client sends what the contract allows: the emulator validates every request, and refuses invalid ones;
- your client reads what the contract allows, including absent optional members, empty lists and failed items: every response is valid, unless a scenario breaks the contract on purpose;
- your client copes with what the specification announces but the service does not send on demand: expired tokens, rate limits, outages, expired links.

It does not prove that

- the service behaves in the same way. Contract and emulator are one reading of one document: ${observed};
- a guess is right. If your code depends on an \`inferred\` or \`chosen\` point, ask the service's operator, or write code that works either way and [test that](#what-if-a-guess-is-wrong);
- the service is as fast, as large or as limited: times, rates and the people in the data are invented;
- what the specification does not show works: events and webhooks, what scopes allow, the addresses of the networks. The emulator has none of them.
`;
}

function usageSection({ operations }: Contract): string {
  const [example = ''] = operationsInSet('lists', operations.values());
  return `## What your own tests rest on

\`\`\`sh
id-emulator fidelity --basis chosen --operation ${example}
curl http://127.0.0.1:4010/_emulator/sandboxes/default/fidelity
curl http://127.0.0.1:4010/_emulator/sandboxes/default/journal/2
\`\`\`

The first command lists points; \`GET /_emulator/fidelity\` does the same over HTTP. The second sums up the guesses that a sandbox's exchanges rest on, with the number of exchanges for each guess; in a test, call \`sandbox.fidelity()\`. The third shows one exchange, with the guesses behind its response as \`restsOn\`. A response rests only on what it depends on: parameters that were sent, defaults that were applied, the limit that was broken, and the members, headers and status that it has.
`;
}

/** The list of variants. */
function variantsSection(points: readonly VariantPoint[]): string {
  const rows = points.map(({ point, default: own, note, others, breaks }) => {
    const alternatives = others.map((other) => `\`${other.name}\`: ${other.note}`).join('<br>');
    return `| \`${point}\` | \`${own}\`: ${note} | ${alternatives} | ${breaks} |\n`;
  });
  return `## What if a guess is wrong

Where a wrong guess would hurt most, the contract lists the alternatives: ${points.length} points with ${variantCases(points).length} variants. The emulator serves each of them, and validates every response against the contract with that variant:

\`\`\`sh
id-emulator start --variant error-body=problem --variant max-limit=20
curl -H 'Content-Type: application/json' -d '{"variants":{"unauthenticated":"403"}}' http://127.0.0.1:4010/_emulator/sandboxes
curl -H 'Emulator-Scenario: variant;timestamps=epoch' -H "Authorization: Bearer $TOKEN" http://127.0.0.1:4010/api/v1/institutions/me/users
\`\`\`

${Object.entries(VARIANT_SETS)
  .map(([name, choices]) => `\`--variant-set ${name}\` chooses ${choicesText(choices)}.`)
  .join(' ')} Code that works in both groups, too, meets a strict and a sloppy service. \`--variant\` precedes them.

The header wins over the client ID, the client ID over the sandbox's scenarios, and the scenarios over the options of the sandbox. A response in a variant names it: \`Emulator-Variant: error-body=problem\`.

**Code that passes its tests in every variant depends on none of these guesses.** [A loop over all of them](../testing.md#in-every-variant) takes a few lines. What fails there is a mistake, or a question for the service's operator. One variant at a time is enough, because the points are independent of each other.

| point | the contract | variants | what breaks |
|---|---|---|---|
${rows.join('')}`;
}

/** What evidence from traffic cannot decide. */
function unseenSection(): string {
  const variants = Object.entries(RARELY_NAMED).map(([title, reason]) => `| \`${title}\` | ${reason} |\n`);
  const points = NEVER_SEEN.map(
    ({ points: ids, reason }) => `| ${ids.map((id) => `\`${id}\``).join('<br>')} | ${reason} |\n`,
  );
  return `## What traffic does not show

[Evidence](../compare.md) names the variant that fits the traffic, if exchanges show the difference. These variants are named from rare exchanges only:

| variant | reason |
|---|---|
${variants.join('')}
These points cannot be seen in traffic. Of the others, evidence lists those that it has decided.

| points | reason |
|---|---|
${points.join('')}`;
}

function revisionSection(base: Contract, { revision, version, fidelity }: Contract): string {
  const known = new Map(base.fidelity().points.map((point) => [point.id, descriptionOf(point)]));
  const { points } = fidelity();
  const added = points.filter(({ id }) => !known.has(id));
  const changed = points.filter((point) => known.has(point.id) && known.get(point.id) !== descriptionOf(point));
  const rows = [...added, ...changed].map((point) => {
    const operations = point.operations.map((operation) => `\`${operation}\``).join(', ');
    return `| \`${point.id}\` | ${operations} | ${point.basis} | ${cell(descriptionOf(point))} |\n`;
  });
  return `## The next revision

Revision ${revision} is what the service's public client shows beyond the specification. [An overlay](../../spec/overlays/${revision}.yaml) changes the contract to version ${version}. It adds ${added.length} points, changes ${changed.length}, and removes none:

| point | operations | basis | what we do, and why |
|---|---|---|---|
${rows.join('')}
Everything else is unchanged: an emulator of this revision also passes [the conformance suite](../compare.md#the-conformance-suite) of the specification.

\`\`\`sh
id-emulator start --revision ${revision}
id-emulator fidelity --revision ${revision} --operation ${added[0]?.operations[0] ?? ''}
id-emulator conform --revision ${revision} --base-url ... --alias alice
id-emulator verify --revision ${revision} pacts
\`\`\`

The specification stays the default. Code that passes its tests in both will survive the change.
`;
}

/** The description of a point; its subject if it has no note. */
function descriptionOf(point: FidelityPoint): string {
  return describePoint(point) || point.subject;
}

function pointsSection(
  title: string,
  introduction: string,
  groups: readonly PointGroup[],
  table: (group: PointGroup) => string,
): string {
  const parts = groups.map((group) => `### ${title}: ${group.title}\n\n${table(group)}`);
  return `## ${title}\n\n${introduction}\n\n${parts.join('\n')}`;
}

function guessesIntroduction(groups: readonly PointGroup[]): string {
  return `${countPoints(groups)} points that nothing has confirmed yet, by operation. The word after the \`:\` of an ID is the aspect that the point is about.`;
}

function knownIntroduction(groups: readonly PointGroup[]): string {
  return `The other ${countPoints(groups)} points. A section of a \`public-client\` point names the place, but does not state what the note says.`;
}

function countPoints(groups: readonly PointGroup[]): number {
  return groups.reduce((sum, { points }) => sum + points.length, 0);
}

function guessTable({ points, isMixed }: PointGroup): string {
  const rows = points.map((point) => `| \`${point.id}\` | ${point.basis} | ${noteOf(point, isMixed)} |\n`);
  return `| point | basis | what we do, and why |\n|---|---|---|\n${rows.join('')}`;
}

function knownTable({ points, isMixed }: PointGroup): string {
  const rows = points.map(
    (point) => `| \`${point.id}\` | ${point.basis} | ${point.section ?? ''} | ${noteOf(point, isMixed)} |\n`,
  );
  return `| point | basis | section | |\n|---|---|---|---|\n${rows.join('')}`;
}

function noteOf(point: FidelityPoint, isMixed: boolean): string {
  const variants = point.variants === undefined ? '' : ` Variants: \`${point.variants.point}\`.`;
  return cell(describePoint(point, isMixed)) + variants;
}

/** Text for a cell of a table. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}

/** The list of variants: a section of the page on fidelity, and text for the command line. */

import { choicesText } from './choose-variants.js';
import { VARIANT_SETS } from './variant-sets.js';
import type { VariantPoint } from './variant-point.js';

/** The section, as Markdown. */
export function variantsSection(points: readonly VariantPoint[]): string {
  const rows = points.map(({ point, default: own, note, others, breaks }) => {
    const alternatives = others.map((other) => `\`${other.name}\`: ${other.note}`).join('<br>');
    return `| \`${point}\` | \`${own}\`: ${note} | ${alternatives} | ${breaks} |\n`;
  });
  return `## What if a guess is wrong

Where a wrong guess would hurt most, the contract lists the alternatives: ${points.length} points with ${countVariants(points)} variants. The emulator serves each of them, and validates every response against the contract with that variant:

\`\`\`sh
id-emulator start --variant error-body=problem --variant max-limit=20
curl --json '{"variants":{"unauthenticated":"403"}}' http://127.0.0.1:4010/_emulator/sandboxes
curl -H 'Emulator-Scenario: variant;timestamps=epoch' -H "Authorization: Bearer $TOKEN" http://127.0.0.1:4010/api/v1/institutions/me/users
\`\`\`

${Object.entries(VARIANT_SETS)
  .map(([name, choices]) => `\`--variant-set ${name}\` chooses ${choicesText(choices)}.`)
  .join(' ')} Code that works in both groups, too, meets a strict and a sloppy service. \`--variant\` precedes them.

The header wins over the client ID, the client ID over the sandbox's scenarios, and the scenarios over the options of the sandbox. A response in a variant names it: \`Emulator-Variant: error-body=problem\`.

**Code that passes its tests in every variant depends on none of these guesses.** [A loop over all of them](testing.md#in-every-variant) takes a few lines. What fails there is a mistake, or a question for the service's operator. One variant at a time is enough, because the points are independent of each other.

| point | the contract | variants | what breaks |
|---|---|---|---|
${rows.join('')}`;
}

/** The list as text, a block for each point. */
export function variantsText(points: readonly VariantPoint[]): string {
  const blocks = points.map(({ point, default: own, note, breaks, others }) => {
    const width = Math.max(own.length, ...others.map(({ name }) => name.length));
    const lines = others.map((other) => `  ${other.name.padEnd(width)}  ${other.note}`);
    return [point, `  ${own.padEnd(width)}  ${note} (the contract)`, ...lines, `  breaks: ${breaks}`].join('\n');
  });
  const total = `${points.length} points, ${countVariants(points)} variants${exampleText(points)}`;
  return `${[...blocks, total].join('\n\n')}\n`;
}

function countVariants(points: readonly VariantPoint[]): number {
  return points.reduce((sum, { others }) => sum + others.length, 0);
}

function exampleText([first]: readonly VariantPoint[]): string {
  const [variant] = first?.others ?? [];
  if (first === undefined || variant === undefined) return '';
  return `; for example --variant ${choicesText({ [first.point]: variant.name })}`;
}

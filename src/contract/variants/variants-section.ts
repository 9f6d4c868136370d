/** The variants of the contract, as a section of the page on fidelity and as a list for the command line. */

import { choicesText } from './choose-variants.js';
import type { VariantPoint } from './variant-point.js';

/** As Markdown. */
export function variantsSection(points: readonly VariantPoint[]): string {
  const count = points.reduce((sum, { others }) => sum + others.length, 0);
  const rows = points.map(({ point, default: own, note, others, breaks }) => {
    const alternatives = others.map((other) => `\`${other.name}\`: ${other.note}`).join('<br>');
    return `| \`${point}\` | \`${own}\`: ${note} | ${alternatives} | ${breaks} |\n`;
  });
  return `## What if a guess is wrong

Where an integrator has most to fear from a guess, the alternatives stand beside it: ${points.length} points with ${count} variants. The emulator serves any of them, each answer held against the contract as the variant has it:

\`\`\`sh
id-emulator start --variant error-body=problem --variant max-limit=20
curl --json '{"variants":{"unauthenticated":"403"}}' http://127.0.0.1:4010/_emulator/sandboxes
curl -H 'Emulator-Scenario: variant;timestamps=epoch' -H "Authorization: Bearer $TOKEN" http://127.0.0.1:4010/api/v1/institutions/me/users
\`\`\`

The header wins over the client ID, that over the sandbox's scenarios, and those over what the sandbox was opened with. An answer in a variant names it: \`Emulator-Variant: error-body=problem\`.

**Code that passes its tests in every variant depends on none of these guesses.** [A loop over all of them](testing.md#in-every-variant) is a few lines; what fails there is either a mistake, or a question for the service's operator. One at a time will do: the points are independent of each other.

| point | the contract | variants | what breaks |
|---|---|---|---|
${rows.join('')}`;
}

/** As text, a block for each point. */
export function variantsText(points: readonly VariantPoint[]): string {
  const blocks = points.map(({ point, default: own, note, breaks, others }) => {
    const width = Math.max(own.length, ...others.map(({ name }) => name.length));
    const lines = others.map((other) => `  ${other.name.padEnd(width)}  ${other.note}`);
    return [point, `  ${own.padEnd(width)}  ${note} (the contract)`, ...lines, `  breaks: ${breaks}`].join('\n');
  });
  const count = points.reduce((sum, { others }) => sum + others.length, 0);
  const example =
    points[0] === undefined
      ? ''
      : `; for example --variant ${choicesText({ [points[0].point]: points[0].others[0]!.name })}`;
  return `${[...blocks, `${points.length} points, ${count} variants${example}`].join('\n\n')}\n`;
}

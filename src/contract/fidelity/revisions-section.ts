/** What later revisions of the service add to the specification, as a section of the page on fidelity. */

import type { Contract } from '../contract.js';
import { describePoint } from './describe-point.js';
import type { FidelityPoint } from './point.js';

/** As Markdown; empty where there is no later revision. */
export function revisionsSection(base: Contract, later: readonly Contract[]): string {
  return later.map((contract) => section(base, contract)).join('\n');
}

function section(base: Contract, { revision, version, fidelity }: Contract): string {
  const known = new Map(base.fidelity().points.map((point) => [point.id, wordsOf(point)]));
  const { points } = fidelity();
  const [added, changed] = [
    points.filter(({ id }) => !known.has(id)),
    points.filter((point) => known.has(point.id) && known.get(point.id) !== wordsOf(point)),
  ];
  const rows = [...added, ...changed].map(
    (point) =>
      `| \`${point.id}\` | ${operationsOf(point)} | ${point.basis} | ${wordsOf(point).replaceAll('|', '\\|')} |\n`,
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

function wordsOf(point: FidelityPoint): string {
  return describePoint(point) || point.subject;
}

function operationsOf({ operations }: FidelityPoint): string {
  return operations.map((operation) => `\`${operation}\``).join(', ');
}

/** The results as lines for the terminal and as the tables of RESULTS.md. */

export function summarise({ name, mutant }, result) {
  if (result.error !== undefined) return `${name}: not audited: ${result.error}`;
  const { observedKinds, kinds, runs, seconds, unsteady, endedEarly } = result.counts;
  const extent = `${observedKinds} of ${kinds} kinds, ${runs} runs, ${seconds} s, ${unsteady} dropped`;
  const end = endedEarly === undefined ? '' : `; ${endedEarly}`;
  if (mutant === undefined) {
    const lines = result.findings.map(({ id, details }) => `\n  ${id}: ${details.at(-1)}`);
    return `${name}: ${result.findings.length} findings; ${extent}${end}${lines.join('')}`;
  }
  const verdict = result.isFound
    ? `found in run ${result.run}`
    : `not found${result.notShown ? ' (its command does not show it)' : ''}`;
  const others = result.findings.map(({ id }) => id).join(', ');
  return `${name}: ${verdict}; ${extent}${end}${result.isFound ? '' : `; findings: ${others || 'none'}`}`;
}

export function tablesOf(results, open) {
  const clients = results.filter(([{ mutant }]) => mutant === undefined);
  const mutants = results.filter(([{ mutant }]) => mutant !== undefined);
  const count = clients.reduce((sum, [, { findings = [] }]) => sum + findings.length, 0);
  const found = mutants.filter(([, { isFound }]) => isFound).length;
  return `# Results

Written by \`npm run bench:audit -- --write\`. The engine is the tree of \`src\` in git. A star says that the client was changed after it was audited.

- ${clients.length} correct clients: ${count} findings.
- ${mutants.length} planted mistakes: ${found} found (${percent(found, mutants.length)}).
${open.length === 0 ? '' : `- Not audited yet: ${open.map((name) => `\`${name}\``).join(', ')}.\n`}
## Correct clients

Every finding here is a false one. A gap is a fault that the tests of the client would not notice; gaps and notes are no findings.

${table(
  [
    'client',
    'language',
    'style',
    'false findings',
    'kinds observed',
    'gaps and notes',
    'dropped',
    'runs',
    'ended early',
    'engine',
  ],
  clients.map((entry) => clientRow(...entry)),
)}

${clients.flatMap(([{ name }, { findings = [] }]) => findings.map(({ id }) => `- \`${name}\`: \`${id}\``)).join('\n')}

## Mistakes by operator

${table(['operator', 'found', 'planted', 'share', 'not found'], byOperator(mutants))}

## Mistakes

${table(
  ['mutant', 'operator', 'operation', 'class', 'reaction', 'verdict', 'gaps and notes', 'audited', 'engine'],
  mutants.map((entry) => mutantRow(...entry)),
)}
`;
}

function clientRow(subject, result) {
  const { error, findings = [], counts = {}, asides = [] } = result;
  return [
    `\`${subject.name}\``,
    subject.settings.language,
    subject.settings.style,
    error === undefined ? findings.length : 'not audited',
    `${counts.observedKinds} of ${counts.kinds}`,
    asides.length,
    counts.unsteady,
    counts.runs,
    counts.endedEarly === undefined ? 'no' : 'yes',
    engineOf(subject, result),
  ];
}

function mutantRow(subject, result) {
  const { operator, expect } = subject.mutant;
  return [
    `\`${subject.name}\``,
    operator,
    [expect.at].flat().join(', '),
    [expect.fault].flat().join(', '),
    [expect.reaction].flat().join(' or '),
    verdictOf(subject.mutant, result),
    result.asides?.length ?? '',
    result.whole ? 'wholly' : 'there',
    engineOf(subject, result),
  ];
}

function engineOf({ hash }, result) {
  return result.engine + (result.hash === hash ? '' : ' *');
}

function verdictOf({ expect }, { error, isFound, notShown, counts }) {
  if (error !== undefined) return 'not audited';
  if (isFound) return 'found';
  if (notShown !== undefined) return 'the command does not show it';
  return counts.observedKinds === 0 && expect.at !== 'without-fault' ? 'not observed' : 'not found';
}

function byOperator(mutants) {
  const operators = [...new Set(mutants.map(([{ mutant }]) => mutant.operator))].sort();
  return operators.map((operator) => {
    const all = mutants.filter(([{ mutant }]) => mutant.operator === operator);
    const missed = all.filter(([, { isFound }]) => !isFound).map(([{ name }]) => `\`${name}\``);
    const found = all.length - missed.length;
    return [operator, found, all.length, percent(found, all.length), missed.join(', ')];
  });
}

function percent(part, all) {
  return all === 0 ? '-' : `${Math.round((100 * part) / all)} %`;
}

function table(head, rows) {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

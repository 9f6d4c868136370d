/** Shows what each place of the contract rests on in its description, so that the reference has it beside the member. */

interface Note {
  readonly basis: string;
  readonly about?: string;
  readonly section?: string;
  readonly note?: string;
}

/** A copy of a part of the document in which each place with fidelity notes has them in its description. */
export function withFidelityNotes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withFidelityNotes);
  if (typeof value !== 'object' || value === null) return value;
  const { 'x-fidelity': notes, ...members } = value as Readonly<Record<string, unknown>>;
  const copied: Record<string, unknown> = Object.fromEntries(
    Object.entries(members).map(([name, member]) => [name, withFidelityNotes(member)]),
  );
  // A description beside a reference is ignored by some tools, but not shown wrongly.
  if (notes === undefined || 'openapi' in members) return copied;
  const text = [notes]
    .flat()
    .map((note) => sentence(note as Note))
    .join(' ');
  const { description } = members;
  return { ...copied, description: [description, text].filter((part) => typeof part === 'string').join('\n\n') };
}

function sentence({ basis, about, section, note = '' }: Note): string {
  const subject = about === undefined ? '' : ` (${about})`;
  const where = section === undefined ? '' : `, section ${section}`;
  return `_${basis}${where}${subject}._ ${note}`.trim();
}

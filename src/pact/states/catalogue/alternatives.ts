/**
 * Sentences with alternatives: `(party|user) {partyId} exists` stands for one sentence with each word. An empty
 * alternative makes words optional: `the (access |)token is valid`. Only listed sentences are accepted: synonyms that
 * hold everywhere would also change IDs in the sentences, and find states that nobody meant.
 */

/** The sentences that a text with alternatives stands for. */
export type Alternatives<Text extends string> = Text extends `${infer Before}(${infer Choices})${infer After}`
  ? `${Before}${Choice<Choices>}${Alternatives<After>}`
  : Text;

type Choice<Choices extends string> = Choices extends `${infer First}|${infer Others}`
  ? First | Choice<Others>
  : Choices;

/** The sentences that a text with alternatives stands for, the first alternatives first. */
export function alternativesOf(text: string): string[] {
  const [, before = '', choices, after = ''] = /^([^(]*)\(([^)]*)\)(.*)$/.exec(text) ?? [];
  if (choices === undefined) return [text];
  const ends = alternativesOf(after);
  return choices.split('|').flatMap((choice) => ends.map((end) => before + choice + end));
}

/** Lets a peer that knows templates answer for every party with the recorded answer for one. */

/**
 * The answer, with a template in the place of the party that the path names.
 * @param {{ path: string, answer: any }} question
 * @param {string} template what the peer replaces by the party in the path
 */
export function withAskedParty({ path, answer }, template) {
  const [party] = /party::[^/?]+$/.exec(path) ?? [];
  return party === undefined ? answer : JSON.parse(JSON.stringify(answer).replaceAll(party, template));
}

/** What stands in a pact in the place of secrets: they are no part of what consumer and provider agree on. */

export const ACCESS_TOKEN = 'access-token';
export const LINK_TOKEN = 'link-token';
export const CLIENT_ID = 'client-id';
export const CLIENT_SECRET = 'client-secret';

/** Members of answers; links name the port of the emulator besides. */
const MEMBERS: Readonly<Record<string, string>> = {
  access_token: ACCESS_TOKEN,
  token: LINK_TOKEN,
  verificationUrl: `https://service.example/verify/${LINK_TOKEN}`,
};

/** What stands for the value of a member of an answer; undefined where it is no secret. */
export function placeholderFor(member: string): string | undefined {
  return Object.hasOwn(MEMBERS, member) ? MEMBERS[member] : undefined;
}

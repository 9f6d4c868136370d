/** Where the service's messages carry secrets, for the redaction of journals. */

/** The operation that issues access tokens. */
export const TOKEN_OPERATION = 'issueToken';

/** Paths after which a link token follows: the public check of a link, and the page that a link opens. */
export const LINK_PATHS: readonly string[] = ['verification/check', 'verify'];

/** Where the service's messages carry secrets, for the redaction of journals. */
export const SECRET_PLACES = {
  tokenOperation: 'issueToken',
  /** The public check of a link, and the page that a link opens. */
  linkPaths: ['verification/check', 'verify'],
} as const;

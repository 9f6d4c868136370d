/** The emulator's own environment variables for a consumer, with the members of a sandbox that they have. */
export const OWN_VARIABLES = {
  ID_EMULATOR_URL: 'url',
  ID_EMULATOR_API_URL: 'apiUrl',
  ID_EMULATOR_TOKEN_URL: 'tokenUrl',
  ID_EMULATOR_CLIENT_ID: 'clientId',
  ID_EMULATOR_CLIENT_SECRET: 'clientSecret',
} as const;

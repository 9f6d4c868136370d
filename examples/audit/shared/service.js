/** The service as `id-emulator exec` and `id-emulator audit` tell it to the command. */

const { ID_EMULATOR_API_URL, ID_EMULATOR_TOKEN_URL, ID_EMULATOR_CLIENT_ID, ID_EMULATOR_CLIENT_SECRET } = process.env;

export const service = {
  apiUrl: ID_EMULATOR_API_URL,
  tokenUrl: ID_EMULATOR_TOKEN_URL,
  clientId: ID_EMULATOR_CLIENT_ID,
  clientSecret: ID_EMULATOR_CLIENT_SECRET,
};

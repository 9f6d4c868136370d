/** Variables of `id-emulator conform`. Every user of the machine can read a command line, but not the variables of a process. */

export const SECRET_VARIABLE = 'ID_EMULATOR_CONFORM_CLIENT_SECRET';
export const EXPIRED_TOKEN_VARIABLE = 'ID_EMULATOR_CONFORM_EXPIRED_TOKEN';

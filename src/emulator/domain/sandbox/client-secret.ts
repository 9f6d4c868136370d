/** Client secrets that the emulator chooses. */

/** The client secret of the default sandbox, unless an option sets another. */
export const DEFAULT_SECRET = 'demo-secret';

/** The beginning of generated client secrets, by which redaction recognizes them. 32 hexadecimal digits follow. */
export const SECRET_BEGINNING = 'ide-secret-';

/** The generated client secret of 32 hexadecimal digits. */
export function clientSecretOf(digits: string): string {
  return SECRET_BEGINNING + digits;
}

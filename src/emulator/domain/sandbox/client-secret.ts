/** Client secrets that the emulator generates. */

/** What they begin with, so that everybody recognizes those of any sandbox. 32 hexadecimal digits follow. */
export const SECRET_BEGINNING = 'ide-secret-';

/** The generated client secret of 32 hexadecimal digits. */
export function clientSecretOf(digits: string): string {
  return SECRET_BEGINNING + digits;
}

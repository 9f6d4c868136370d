/** The key that signs the tokens of an emulator. */

import { readText } from '../contract/documents/read-document.js';
import {
  developmentKey,
  newKeyPem,
  signingKeyFromPem,
  type SigningKey,
} from '../emulator/domain/tokens/signing-key.js';
import type { CompleteOptions } from '../emulator/options.js';
import type { OpenStore } from '../emulator/store/keeper.js';

/**
 * The key of the option; else that of the store, which the first start makes; else the one that everybody knows.
 * @throws SigningKeyError, DocumentError, StoreError
 */
export function signingKeyFor(
  { signingKey }: CompleteOptions,
  store: OpenStore | undefined,
  onWarning: (message: string) => void,
): SigningKey {
  if (signingKey !== undefined) return signingKeyFromPem(readText(signingKey));
  if (store === undefined) return developmentKey();
  const { pem, madeIn } = store.signingKey(newKeyPem);
  if (madeIn !== undefined)
    onWarning(
      `a new key signs the tokens, and stays in ${madeIn}; keep it secret, because whoever has it can make valid tokens`,
    );
  return signingKeyFromPem(pem);
}

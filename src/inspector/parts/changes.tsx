/** What changes the sandbox. A recording is only looked at, so it shows none of it. */

import type { ComponentChildren, JSX } from 'preact';
import { isRecording } from '../state/sandbox.js';

export function Changes({ children }: { readonly children: ComponentChildren }): JSX.Element | null {
  return isRecording.value ? null : <>{children}</>;
}

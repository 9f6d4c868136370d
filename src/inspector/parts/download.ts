/** Saves a response of the control plane as a file. A link cannot, because it cannot send the control token. */

import { send } from '../control/call.js';

/**
 * @param path below `/_emulator`
 * @param name of the file
 */
export async function download(
  path: string,
  name: string,
  query: Readonly<Record<string, string | number>> = {},
): Promise<void> {
  const response = await send(path, { query });
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

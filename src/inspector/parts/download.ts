/** Saves a response of the control plane as a file. A link cannot send the control token. */

import { send } from '../control/call.js';

/**
 * @param path below `/_emulator`, with its query
 * @param name of the file
 */
export async function download(path: string, name: string): Promise<void> {
  const response = await send(path);
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/** The inspector as the server sees it: a reader that follows the outlines of a journal. */

import { once } from 'node:events';
import { get } from 'node:http';

/** Below a sandbox; so many exchanges a second as the page asks for (`src/inspector/state/exchanges.ts`). */
export const OUTLINES = 'journal/outlines?rate=200';

/**
 * Follows the default sandbox of an emulator.
 * @param {string} url of the emulator
 * @returns {Promise<{ ended: Promise<void>, close: () => void }>} `ended`: when nothing more comes, whoever ended it
 */
export async function openPage(url) {
  const request = get(`${url}/_emulator/sandboxes/default/${OUTLINES}`, { agent: false });
  const [response] = await once(request, 'response');
  const ended = new Promise((resolve) => response.resume().on('error', resolve).on('close', resolve));
  return { ended, close: () => request.destroy() };
}

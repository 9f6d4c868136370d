/** The connection to the journal of the chosen sandbox. */

import { signal } from '@preact/signals';

/** Whether new exchanges arrive. If not, the error says why; it is empty while the page connects. */
export const connection = signal<{ readonly isOpen: boolean; readonly error: string }>({ isOpen: false, error: '' });

/**
 * Counts the journals that the page has seen. A reset or a restart begins a new journal, in which the numbers of
 * exchanges start again. When this count changes, everything that was loaded by the number of an exchange is loaded
 * again.
 */
export const journalCount = signal(0);

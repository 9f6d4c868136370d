/** The connection to the journal of the chosen sandbox. */

import { signal } from '@preact/signals';

/** Whether new exchanges arrive. The error says why not; empty while it connects. */
export const connection = signal<{ readonly isOpen: boolean; readonly error: string }>({ isOpen: false, error: '' });

/**
 * Counts the journals: a reset or a restart begins another one, whose numbers start again. What was loaded by the
 * number of an exchange is of the journal of that time.
 */
export const journal = signal(0);

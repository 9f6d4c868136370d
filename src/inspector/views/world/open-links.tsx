/** Buttons that open the pages of links. A link in the journal has no seal, so each button makes a new link. */

import { call } from '../../control/call.js';
import { Action } from '../../parts/buttons.js';
import { linksIn, newLinkFor } from './links.js';

/** How many buttons are shown: a batch may have a hundred links. */
const MOST_SHOWN = 10;
/** How many characters of an ID a button has: they tell a few credentials apart. */
const SHORT_ID = 8;

/** A button for each credential that links in a text are about; nothing if there are none. */
export function OpenLinks({ text }: { readonly text: string }) {
  const links = linksIn(text).slice(0, MOST_SHOWN);
  if (links.length === 0) return null;

  const textOf = (subject: string): string =>
    links.length === 1 ? 'Open the page' : `Open the page of ${subject.slice(0, SHORT_ID)}…`;

  return (
    <p class="actions">
      {links.map(({ subject }) => (
        <Action key={subject} changes text={textOf(subject)} act={() => openPage(subject)} />
      ))}
    </p>
  );
}

/** A new link for a credential. */
export async function newLink(subject: string): Promise<string> {
  const { verificationUrl } = await call('post', '/sandboxes/{id}/verification-links', {
    body: newLinkFor({ subject }),
  });
  return verificationUrl;
}

/** Opens the page of a new link in another tab. */
export async function openPage(subject: string): Promise<void> {
  open(await newLink(subject), '_blank', 'noopener');
}

/** The list of keys. */

import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { boundKeys, isHelpOpen } from '../state/keys.js';
import { Action } from './buttons.js';

export function KeyHelp(): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const isOpen = isHelpOpen.value;
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
  }, [isOpen]);
  return (
    <dialog ref={dialog} aria-labelledby="keys" onClose={() => (isHelpOpen.value = false)}>
      <h2 id="keys">Keys</h2>
      <dl class="keys">
        {isOpen &&
          boundKeys().map(({ key, text }) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{text}</dd>
            </div>
          ))}
      </dl>
      <Action act={() => dialog.current?.close()}>Close</Action>
    </dialog>
  );
}

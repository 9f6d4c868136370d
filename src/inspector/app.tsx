/** The frame of the page: the chosen sandbox, the views, and one of them. */

import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { KeyHelp } from './parts/key-help.js';
import { bindKey, isHelpOpen } from './state/keys.js';
import { notice } from './state/notice.js';
import { addressOf, lastQueryOf, place, VIEWS } from './state/place.js';
import { chosenSandbox, health, isRecording } from './state/sandbox.js';
import { connection } from './state/exchanges.js';
import { tokenRequest } from './state/session.js';
import { TokenForm } from './views/token-form.js';
import { GoingOn } from './views/going-on.js';
import { titleOf, VIEW_COMPONENTS } from './views/views.js';

export function App(): JSX.Element {
  const { view, sandbox } = place.value;
  const CurrentView = VIEW_COMPONENTS[view];
  useEffect(() => bindKey({ key: '?', text: 'show this list', act: () => (isHelpOpen.value = true) }), []);
  useEffect(() => {
    document.title = `${titleOf(view)} · ${chosenSandbox.value.value?.name ?? sandbox} · id-emulator`;
  });
  useEffect(() => document.querySelector('nav [aria-current]')?.scrollIntoView({ block: 'nearest' }), [view]);
  return (
    <>
      <header class="top">
        <a class="brand" href={addressOf({ view: 'exchanges', item: '', query: {} })}>
          id-emulator
        </a>
        <span class="soft version">{health.value.value?.version}</span>
        <GoingOn key={sandbox} />
        <Live />
      </header>
      <nav aria-label="Views">
        {VIEWS.map((name) => (
          <a
            key={name}
            href={addressOf({ view: name, item: '', query: name === view ? {} : lastQueryOf(name) })}
            aria-current={name === view ? 'page' : undefined}
          >
            {titleOf(name)}
          </a>
        ))}
      </nav>
      <main>{tokenRequest.value === undefined ? <CurrentView key={sandbox} /> : <TokenForm />}</main>
      <p class="notice" role="status" hidden={notice.value === ''}>
        {notice.value}
      </p>
      <KeyHelp />
    </>
  );
}

function Live(): JSX.Element {
  const { isOpen } = connection.value;
  const text = isRecording.value ? 'a recording' : isOpen ? 'live' : 'not live';
  return <span class={isOpen ? 'live on' : 'live off'}>{text}</span>;
}

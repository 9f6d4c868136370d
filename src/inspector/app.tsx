/** The frame of the page: the chosen sandbox, the views, and one of them. */

import type { JSX, FunctionComponent } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { bindKey, isHelpOpen, boundKeys } from './state/keys.js';
import { notice } from './state/notice.js';
import { addressOf, lastQueryOf, route, VIEWS, type View } from './state/route.js';
import { chosenSandbox, health, isRecording, isTraffic } from './state/sandbox.js';
import { connection } from './state/connection.js';
import { tokenRequest, enterToken } from './state/session.js';
import { HeldCalls } from './views/held-calls.js';
import { StatusBar } from './views/status-bar.js';
import { BehaviourView } from './views/behaviour-view.js';
import { ClockView } from './views/clock-view.js';
import { CoverageView } from './views/coverage-view.js';
import { ExchangesView } from './views/exchanges/exchanges-view.js';
import { FidelityView } from './views/fidelity-view.js';
import { SandboxesView } from './views/sandboxes/sandboxes-view.js';
import { ScenariosView } from './views/scenarios/scenarios-view.js';
import { WorldView } from './views/world/world-view.js';
import { Form } from './parts/form.js';
import { Action } from './parts/buttons.js';

export function App(): JSX.Element {
  const { view, sandbox } = route.value;
  const main = useRef<HTMLElement>(null);
  const CurrentView = VIEW_COMPONENTS[view];
  useEffect(() => bindKey({ key: '?', text: 'show this list', act: () => (isHelpOpen.value = true) }), []);
  useEffect(() => {
    document.title = `${titleOf(view)} · ${chosenSandbox.value.value?.name ?? sandbox} · id-emulator`;
  });
  useEffect(() => {
    // `scrollIntoView` would also move where Tab begins, past the link that skips the navigation.
    const tab = document.querySelector<HTMLElement>('nav [aria-current]')!;
    tab.parentElement!.scrollLeft = tab.offsetLeft - tab.parentElement!.clientWidth / 2;
  }, [view]);
  return (
    <>
      <header class="top">
        <a
          class="button skip"
          href={location.hash}
          onClick={(event) => {
            event.preventDefault();
            main.current?.focus();
          }}
        >
          Skip to the view
        </a>
        <h1 class="brand">
          <a href={addressOf({ view: 'exchanges', item: '', query: {} })}>id-emulator</a>
        </h1>
        <span class="soft version">{health.value.value?.version}</span>
        <StatusBar key={sandbox} />
        <Live />
      </header>
      <nav aria-label="Views">
        {VIEWS.filter((name) => !isTraffic.value || !OF_EMULATOR.includes(name)).map((name) => (
          <a
            key={name}
            href={addressOf({ view: name, item: '', query: name === view ? {} : lastQueryOf(name) })}
            aria-current={name === view ? 'page' : undefined}
          >
            {titleOf(name)}
          </a>
        ))}
      </nav>
      <HeldCalls />
      <main ref={main} tabIndex={-1}>
        {tokenRequest.value === undefined ? <CurrentView key={sandbox} /> : <TokenForm />}
      </main>
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

/** The component of every view. */
const VIEW_COMPONENTS: Readonly<Record<View, FunctionComponent>> = {
  exchanges: ExchangesView,
  scenarios: ScenariosView,
  world: WorldView,
  clock: ClockView,
  behaviour: BehaviourView,
  coverage: CoverageView,
  fidelity: FidelityView,
  sandboxes: SandboxesView,
};

/** The views of what only an emulator has. */
const OF_EMULATOR: readonly View[] = ['scenarios', 'world', 'clock'];

/** `exchanges` as `Exchanges`. */
function titleOf(view: View): string {
  return `${view.charAt(0).toUpperCase()}${view.slice(1)}`;
}

/** Asks for the control token. */
function TokenForm(): JSX.Element {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <Form class="card token" onSubmit={() => enterToken(field.current!.value)}>
      <h2>Control token</h2>
      <p>This emulator was started with --control-token. The page keeps the token until its tab is closed.</p>
      <label>
        Control token <input ref={field} type="password" autocomplete="off" required />
      </label>
      {tokenRequest.value !== '' && <p class="bar warning">{tokenRequest.value}</p>}
      <button type="submit">Open</button>
    </Form>
  );
}

/** The list of keys. */
function KeyHelp(): JSX.Element {
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

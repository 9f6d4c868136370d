/** The frame of the page: the chosen sandbox, the views, and one of them. */

import type { FunctionComponent } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { bindKey, boundKeys, type KeyAction } from './state/keys.js';
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
import { Form, valuesIn } from './parts/form.js';
import { Facts } from './parts/frames.js';
import { Action } from './parts/buttons.js';

/** The whole page: status, navigation, and the view that the address names. */
export function App() {
  const { view, sandbox } = route.value;
  const CurrentView = VIEW_COMPONENTS[view];
  const views = isTraffic.value ? VIEWS.filter((name) => !VIEWS_OF_EMULATOR.includes(name)) : VIEWS;
  useEffect(() => {
    document.title = `${titleOf(view)} · ${chosenSandbox.value.value?.name ?? sandbox} · id-emulator`;
  });
  useEffect(() => {
    // On a narrow page, the navigation scrolls to the current view. `scrollIntoView` would also move where Tab begins,
    // past the button that skips the navigation.
    const tab = document.querySelector<HTMLElement>('nav [aria-current]')!;
    tab.parentElement!.scrollLeft = tab.offsetLeft - tab.parentElement!.clientWidth / 2;
  }, [view]);

  return (
    <>
      <header class="top">
        <Action class="skip" text="Skip to the view" act={() => document.querySelector('main')!.focus()} />
        <h1 class="brand">
          <a href={addressOf({ view: 'exchanges', item: '', query: {} })}>id-emulator</a>
        </h1>
        <span class="soft version">{health.value.value?.version}</span>
        <StatusBar key={sandbox} />
        <Live />
      </header>
      <nav aria-label="Views">
        {views.map((name) => (
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
      <main tabIndex={-1}>{tokenRequest.value === undefined ? <CurrentView key={sandbox} /> : <TokenForm />}</main>
      <p class="notice" role="status" hidden={notice.value === ''}>
        {notice.value}
      </p>
      <KeyHelp />
    </>
  );
}

/** Says whether new exchanges arrive, or that the sandbox is a recording, in which none can arrive. */
function Live() {
  const { isOpen } = connection.value;
  const text = isOpen ? 'live' : 'not live';
  return <span class={isOpen ? 'live on' : 'live off'}>{isRecording.value ? 'a recording' : text}</span>;
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

/** The views of what only an emulator has. Recorded traffic of a HAR file does not have it. */
const VIEWS_OF_EMULATOR: readonly View[] = ['scenarios', 'world', 'clock'];

/** `exchanges` as `Exchanges`. */
function titleOf(view: View): string {
  return `${view.charAt(0).toUpperCase()}${view.slice(1)}`;
}

/** Asks for the control token. */
function TokenForm() {
  return (
    <Form class="card token" submit="Open" onSubmit={(form) => enterToken(valuesIn(form)['token']!)}>
      <h2>Control token</h2>
      <p>This emulator was started with --control-token. The page keeps the token until its tab is closed.</p>
      <label>
        Control token <input ref={focus} name="token" type="password" autocomplete="off" required />
      </label>
      {tokenRequest.value !== '' && <p class="bar warning">{tokenRequest.value}</p>}
    </Form>
  );
}

/** Focuses an element that has just appeared. */
function focus(element: HTMLElement | null): void {
  element?.focus();
}

/** The list of keys. */
function KeyHelp() {
  const dialog = useRef<HTMLDialogElement>(null);
  const [keys, setKeys] = useState<readonly KeyAction[]>([]);
  const open = (): void => {
    setKeys(boundKeys());
    dialog.current!.showModal();
  };

  useEffect(() => bindKey({ key: '?', text: 'show this list', act: open }), []);

  return (
    <dialog ref={dialog} aria-labelledby="keys">
      <h2 id="keys">Keys</h2>
      <Facts class="keys" facts={keys.map(({ key, text }) => [<kbd>{key}</kbd>, text])} />
      <Action text="Close" act={() => dialog.current!.close()} />
    </dialog>
  );
}

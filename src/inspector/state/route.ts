/** What the page shows, which is in its address: `#/default/exchanges/5?status=4xx`. */

import { computed, effect, signal } from '@preact/signals';
import { decodeOrKeep } from '../../common/percent-encoding.js';
import { say } from './notice.js';

/** The names of the views, in the order of the navigation. */
export const VIEWS = [
  'exchanges',
  'scenarios',
  'world',
  'clock',
  'behaviour',
  'coverage',
  'fidelity',
  'sandboxes',
] as const;
export type View = (typeof VIEWS)[number];

/** What an address names. */
export interface Route {
  /** ID of the chosen sandbox. */
  readonly sandbox: string;
  readonly view: View;
  /** What the view shows in full: the number of an exchange, the ID of a party. Empty for nothing. */
  readonly item: string;
  /** Filters of the view. */
  readonly query: Readonly<Record<string, string>>;
}

/** What the page shows now. */
export const route = signal<Route>(routeIn(''));

/** The ID of the chosen sandbox. */
export const sandboxId = computed(() => route.value.sandbox);

/**
 * The address of the page with some parts changed. Other parts stay, but an item and filters stay only within one view
 * of one sandbox.
 */
export function addressOf(to: Partial<Route>): string {
  const here = route.value;
  const { sandbox = here.sandbox, view = here.view } = to;
  const staysInView = sandbox === here.sandbox && view === here.view;
  const kept: Pick<Route, 'item' | 'query'> = staysInView ? here : { item: '', query: {} };
  const { item = kept.item, query = kept.query } = to;

  const path = [sandbox, view, item].filter((part) => part !== '').map(encodeURIComponent);
  const filters = Object.entries(query).filter(([, value]) => value !== '');
  const search = filters.length === 0 ? '' : `?${new URLSearchParams(filters).toString()}`;

  return `#/${path.join('/')}${search}`;
}

/** The last filters of each view of a sandbox. */
const lastQueries = new Map<string, Route['query']>();

effect(() => {
  const { sandbox, view, query } = route.value;
  lastQueries.set(`${sandbox} ${view}`, query);
});

/** The filters that a view of this sandbox had when it was left. */
export function lastQueryOf(view: View): Route['query'] {
  return lastQueries.get(`${route.value.sandbox} ${view}`) ?? {};
}

/** Goes to another address. @param options `replace`: the button Back then skips what is shown now */
export function go(to: Partial<Route>, { replace = false } = {}): void {
  const address = addressOf(to);
  if (address === location.hash) return;

  // Neither of these methods causes an event, so the route is set below.
  if (replace) history.replaceState(null, '', address);
  else history.pushState(null, '', address);
  route.value = routeIn(location.hash);
}

/** Follows links and the browser's buttons. */
export function followAddress(): void {
  const follow = (): unknown => (route.value = routeIn(location.hash));
  follow();
  addEventListener('hashchange', follow);
  addEventListener('popstate', follow);
}

/** The view of this name. For an unknown name, the page says so and shows the exchanges. */
function viewNamed(name: string): View {
  const known = VIEWS.find((view) => view === name);
  if (known === undefined && name !== '') say(`There is no view "${name}"; the exchanges are shown.`);
  return known ?? 'exchanges';
}

/** The route that the fragment of an address names: `#/sandbox/view/item?query`. */
function routeIn(hash: string): Route {
  const [path = '', search = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const [sandbox = '', view = '', item = ''] = path.split('/').map(decodeOrKeep);
  return {
    sandbox: sandbox === '' ? 'default' : sandbox,
    view: viewNamed(view),
    item,
    query: Object.fromEntries(new URLSearchParams(search)),
  };
}

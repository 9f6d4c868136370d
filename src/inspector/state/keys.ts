/** What keys do. The keyboard reaches everything by Tab as well. */

/** What a key does, and the words for the list of keys. */
export interface KeyAction {
  readonly key: string;
  readonly text: string;
  /** Where the key keeps its usual meaning: a CSS selector. */
  readonly except?: string;
  readonly act: () => void;
}

/** The actions of the keys that are bound now, by key. */
const actions = new Map<string, KeyAction>();

/** Binds a key to one action, until the returned function is called or the key is bound to another action. */
export function bindKey(action: KeyAction): () => void {
  actions.set(action.key, action);
  return () => {
    // Another view may have bound the key meanwhile.
    if (actions.get(action.key) === action) actions.delete(action.key);
  };
}

/** The keys that do something now. */
export function boundKeys(): KeyAction[] {
  return [...actions.values()];
}

/** Does what a key is bound to, whenever the key is pressed. Call it once. */
export function listenToKeys(): void {
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;

    const action = actions.get(event.key);
    const isExcepted = action?.except !== undefined && (event.target as Element).closest(action.except) !== null;
    if (action === undefined || isExcepted) return;

    event.preventDefault();
    action.act();
  });
}

/** Keys belong to the field that has the focus, and to an open dialog. Escape leaves the field. */
function isTyping({ target, key }: KeyboardEvent): boolean {
  if (document.querySelector('dialog[open]') !== null) return true;
  if (!(target instanceof HTMLElement)) return false;

  const isField = target.matches('input, textarea, select');
  if (isField && key === 'Escape') target.blur();

  return isField;
}

/** Builds the body of a case from a complete body and a few changes, so that a case shows only what matters. */

/** How a case describes its body: as a value, or by changes to a named one. */
export interface BodyRecipe {
  readonly body?: unknown;
  readonly base?: string;
  readonly set?: Readonly<Record<string, unknown>>;
  readonly remove?: readonly string[];
  readonly repeat?: Readonly<Record<string, number>>;
}

/** The body; undefined if there is none. Items are repeated first, then members are set, then removed. */
export function buildBody(recipe: BodyRecipe, bodies: Readonly<Record<string, unknown>>): unknown {
  const { base, set = {}, remove = [], repeat = {} } = recipe;
  if (base === undefined) return recipe.body;
  if (!(base in bodies)) throw new Error(`there is no body called ${base}`);
  const body = structuredClone(bodies[base]);
  for (const [pointer, times] of Object.entries(repeat)) repeatItem(body, pointer, times);
  for (const [pointer, value] of Object.entries(set)) setMember(body, pointer, value);
  for (const pointer of remove) removeMember(body, pointer);
  return body;
}

interface Place {
  readonly parent: Record<string, unknown>;
  readonly name: string;
}

function placeOf(body: unknown, pointer: string): Place {
  const names = pointer.split('/').slice(1);
  const name = names.pop();
  let parent = body;
  for (const step of names) parent = (parent as Record<string, unknown> | undefined)?.[step];
  if (name === undefined || typeof parent !== 'object' || parent === null)
    throw new Error(`the body has no place ${pointer}`);
  return { parent: parent as Record<string, unknown>, name };
}

function setMember(body: unknown, pointer: string, value: unknown): void {
  const { parent, name } = placeOf(body, pointer);
  parent[name] = value;
}

function removeMember(body: unknown, pointer: string): void {
  const { parent, name } = placeOf(body, pointer);
  if (!Reflect.has(parent, name)) throw new Error(`the body has nothing to remove at ${pointer}`);
  Reflect.deleteProperty(parent, name);
}

function repeatItem(body: unknown, pointer: string, times: number): void {
  const { parent, name } = placeOf(body, pointer);
  if (!Array.isArray(parent)) throw new Error(`the body has no array around ${pointer}`);
  parent.splice(
    Number(name),
    1,
    ...Array.from({ length: times }, () => structuredClone((parent as unknown[])[Number(name)])),
  );
}

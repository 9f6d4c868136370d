/** Calls of the control plane, with the types of `spec/control.yaml`. */

import { sandboxId } from '../state/route.js';
import { controlToken, refuseToken } from '../state/session.js';
import type { paths } from './control-plane.js';
import type { Exchange } from './types.js';

type Method = 'get' | 'put' | 'post' | 'patch' | 'delete';

/** The methods that a path has. */
export type MethodOf<Path extends keyof paths> = {
  [Name in Method]: paths[Path][Name] extends { responses: unknown } ? Name : never;
}[Method];

/** The JSON that a response has; undefined if it has no body. */
type JsonOf<Content> = Content extends { content: { 'application/json': infer Body } } ? Body : undefined;

/** The body of a successful response. */
export type Answer<Path extends keyof paths, Name extends MethodOf<Path>> = paths[Path][Name] extends {
  responses: infer Responses;
}
  ? { [Status in keyof Responses]: Status extends 200 | 201 | 204 ? JsonOf<Responses[Status]> : never }[keyof Responses]
  : never;

/** The JSON that a request has to have. */
type BodyOf<Operation> = Operation extends { requestBody?: { content: { 'application/json': infer Body } } }
  ? Body
  : never;
/** The parameters of a query. Each may be undefined. */
type QueryOf<Operation> = Operation extends { parameters: { query?: infer Query } }
  ? { readonly [Name in keyof Query]: Query[Name] | undefined }
  : never;

/** What a call sends. */
export interface CallOptions<Path extends keyof paths, Name extends MethodOf<Path>> {
  /** The values of `{…}` in the path. Default of `{id}`: the chosen sandbox. */
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: QueryOf<paths[Path][Name]>;
  readonly body?: BodyOf<paths[Path][Name]>;
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The body of a call's response. @throws Error with a message for people; an AbortError if the signal ends it */
export async function call<Path extends keyof paths, Name extends MethodOf<Path>>(
  method: Name,
  path: Path,
  options: CallOptions<Path, Name> = {},
): Promise<Answer<Path, Name>> {
  const text = await (await respond(method, path, options)).text();
  return (text === '' ? undefined : JSON.parse(text)) as Answer<Path, Name>;
}

/** The whole response of a call. @throws Error with a message for people; an AbortError if the signal ends it */
export async function respond<Path extends keyof paths, Name extends MethodOf<Path>>(
  method: Name,
  path: Path,
  { path: values = {}, query, body, signal, headers }: CallOptions<Path, Name> = {},
): Promise<Response> {
  // The `id` of a path is that of the chosen sandbox, unless the call has another one.
  const valueOf = (name: string): string | number => values[name] ?? (name === 'id' ? sandboxId.value : '');
  const filledPath = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(valueOf(name)));
  return await send(filledPath, {
    method: method.toUpperCase(),
    query: query as Query,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    headers: { ...headers, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
    ...(signal !== undefined && { signal }),
  });
}

/** An exchange of the chosen sandbox, by its number. */
export function loadExchange(exchange: number, signal: AbortSignal): Promise<Exchange> {
  return call('get', '/sandboxes/{id}/journal/{exchange}', { path: { exchange }, signal });
}

type Query = Readonly<Record<string, string | number | boolean | undefined>> | undefined;

/**
 * Sends a request to the control plane, with its token. The other functions add the types of an operation.
 * @param path below `/_emulator`
 * @throws Error for a status that is no success, or without a connection
 */
export async function send(
  path: string,
  { query, ...init }: RequestInit & { readonly query?: Query } = {},
): Promise<Response> {
  const url = new URL(path.slice(1), document.baseURI);
  for (const [name, value] of Object.entries(query ?? {}))
    if (value !== undefined) url.searchParams.set(name, String(value));

  const token = controlToken.value;
  const headers = new Headers(init.headers);
  if (token !== undefined) headers.set('Authorization', `Bearer ${token}`);

  const response = await fetch(url, { ...init, headers }).catch((error: unknown) => {
    const isAborted = error instanceof DOMException && error.name === 'AbortError';
    if (isAborted) throw error;

    throw new Error('The emulator does not respond. Has it been stopped?');
  });
  if (response.ok) return response;

  // The page then asks for the token again.
  if (response.status === 401) refuseToken(token);
  throw new Error(await messageOf(response));
}

/** What a response says is wrong, for people. */
async function messageOf(response: Response): Promise<string> {
  const text = await response.text();
  try {
    const { detail, title } = JSON.parse(text) as { detail?: string; title?: string };
    return detail ?? title ?? text;
  } catch {
    return text === '' ? `The emulator responded with ${response.status}.` : text.slice(0, 500);
  }
}

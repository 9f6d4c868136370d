/**
 * The API reference: a page in a frame of the inspector, because it needs styles that the inspector's policy forbids.
 * The inspector hands it the contract and an access token, so it needs no control token.
 */

import 'openapi-explorer';
import type { Contract, Ready, ReferenceAnswer, ReferenceContent, ReferenceRequest } from './message.js';

/** The part of the element that is used. */
interface Explorer extends HTMLElement {
  loadSpec(document: object): Promise<void>;
  setAuthenticationConfiguration(scheme: string, credentials: { readonly token: string }): Promise<void>;
}

const explorer = document.createElement('openapi-explorer') as Explorer;
for (const attribute of ['hide-server-selection', 'hide-defaults']) explorer.setAttribute(attribute, 'true');
paint();
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', paint);

addEventListener('message', (event: MessageEvent<ReferenceContent>) => {
  // Only the page around it may say what it shows.
  if (event.origin !== location.origin || event.source !== parent) return;
  void show(event.data);
});

/** The way back leads to another view of the inspector, not to another place in the reference. */
history.pushState = (state, title, url) => history.replaceState(state, title, url);

/** Requests go by way of the inspector: what a browser sends to the service would count as a request of the client. */
window.fetch = async (input, init) => {
  const sent = new Request(input, init);
  const text = await sent.text();
  const { pathname, search } = new URL(sent.url);
  const service = new URL('../..', document.baseURI).pathname;
  const request: ReferenceRequest = {
    method: sent.method,
    target: `/${pathname.slice(service.length)}${search}`,
    headers: [...sent.headers],
    ...(text !== '' && { body: text }),
  };
  const { port1, port2 } = new MessageChannel();
  parent.postMessage(request, location.origin, [port2]);
  const answer = await new Promise<ReferenceAnswer>((resolve) => {
    port1.addEventListener('message', ({ data }: MessageEvent<ReferenceAnswer>) => resolve(data));
    port1.start();
  });
  if (typeof answer === 'string') throw new TypeError(answer);
  return new Response(answer.body, answer);
};

parent.postMessage('reference-is-ready' satisfies Ready, location.origin);

async function show({ contract, scheme, accessToken }: ReferenceContent): Promise<void> {
  document.body.replaceChildren(explorer);
  await explorer.loadSpec(asShown(withBearerToken(contract, scheme)) as object);
  await explorer.setAuthenticationConfiguration(scheme, { token: accessToken });
}

/** With a scheme of OAuth 2.0, the reference would send the token without the word `Bearer`. */
function withBearerToken(contract: Contract, scheme: string): object {
  const { components } = contract;
  const securitySchemes = { ...components?.securitySchemes, [scheme]: { type: 'http', scheme: 'bearer' } };
  return { ...contract, components: { ...components, securitySchemes } };
}

/** The colours of the inspector. */
function paint(): void {
  // A colour by itself is resolved only where it is used.
  const probe = document.createElement('span');
  document.documentElement.append(probe);
  const colour = (name: string): string => {
    probe.style.color = `var(${name})`;
    return hex(getComputedStyle(probe).color);
  };
  const colours = {
    'bg-color': '--page',
    'text-color': '--text',
    'header-color': '--text',
    'primary-color': '--accent',
    'secondary-color': '--accent',
    'nav-bg-color': '--box',
    'nav-text-color': '--text',
    'nav-hover-bg-color': '--hover',
    'nav-hover-text-color': '--text',
  };
  for (const [attribute, name] of Object.entries(colours)) explorer.setAttribute(attribute, colour(name));
  const inside = {
    blue: '--accent',
    green: '--good',
    red: '--bad',
    purple: '--odd',
    'code-fg': '--text',
    'code-property-color': '--accent',
    'code-keyword-color': '--odd',
    'code-operator-color': '--text',
    'inline-code-fg': '--bad',
  };
  for (const [property, name] of Object.entries(inside)) explorer.style.setProperty(`--${property}`, colour(name));
  probe.remove();
}

/** `rgb(1, 2, 3)` as `#010203`. */
function hex(colour: string): string {
  const numbers = colour.match(/\d+/g) ?? [];
  return `#${numbers
    .slice(0, 3)
    .map((number) => Number(number).toString(16).padStart(2, '0'))
    .join('')}`;
}

interface Note {
  readonly basis: string;
  readonly about?: string;
  readonly section?: string;
  readonly note?: string;
}

/**
 * A copy of a part of the document in which each place with fidelity notes has them in its description, and each
 * parameter has one example: of several, the reference would show `[object Object]`.
 */
function asShown(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asShown);
  if (typeof value !== 'object' || value === null) return value;
  const { 'x-fidelity': notes, ...members } = value as Readonly<Record<string, unknown>>;
  const copied: Record<string, unknown> = Object.fromEntries(
    Object.entries(members).map(([name, member]) => [name, asShown(member)]),
  );
  const { in: where, examples } = copied;
  if (typeof where === 'string' && examples !== undefined) {
    delete copied['examples'];
    copied['example'] = Object.values(examples as Readonly<Record<string, { value: unknown }>>)[0]?.value;
  }
  // A description beside a reference is ignored by some tools, but not shown wrongly.
  if (notes === undefined || 'openapi' in members) return copied;
  const text = [notes]
    .flat()
    .map((note) => sentence(note as Note))
    .join(' ');
  const { description } = members;
  return { ...copied, description: [description, text].filter((part) => typeof part === 'string').join('\n\n') };
}

function sentence({ basis, about, section, note = '' }: Note): string {
  const subject = about === undefined ? '' : ` (${about})`;
  const where = section === undefined ? '' : `, section ${section}`;
  return `_${basis}${where}${subject}._ ${note}`.trim();
}

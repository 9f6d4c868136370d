/** What the inspector and the frame with the API reference send each other. Types alone: each is a bundle. */

import type { components } from '../control/control-plane.js';

/** The frame is ready for its content. */
export type Ready = 'reference-is-ready';

/** An OpenAPI document: the part of it that is used. */
export interface Contract {
  readonly components?: { readonly securitySchemes?: Readonly<Record<string, { readonly type: string }>> };
}

export interface ReferenceContent {
  /** The contract of the sandbox. */
  readonly contract: Contract;
  /** The name of the security scheme that takes the token. */
  readonly scheme: string;
  readonly accessToken: string;
}

/** A request to the service, which the inspector has the emulator send. The message brings a port for the answer. */
export type ReferenceRequest = components['schemas']['SendRequest'];

/** What has come back; a text says why nothing has. */
export type ReferenceAnswer =
  { readonly status: number; readonly headers: [string, string][]; readonly body: string | null } | string;

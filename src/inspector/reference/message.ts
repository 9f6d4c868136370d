/** What the inspector and the frame with the API reference say to each other. Types alone: each is a bundle of its own. */

/** The frame is ready for its content. */
export type Ready = 'reference-is-ready';

export interface ReferenceContent {
  /** The contract of the sandbox: an OpenAPI document. */
  readonly contract: object;
  /** The name of the security scheme that takes the token. */
  readonly scheme: string;
  readonly accessToken: string;
}

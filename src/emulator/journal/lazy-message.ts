import { allAtOnce, type Steps } from '../../common/steps.js';
import type { Ending, HeaderField, Message, MessageBody } from './exchange.js';

/** A message whose headers and body are read on first access, and only once. */
export class LazyMessage implements Message {
  readonly #makeHeaders: () => readonly HeaderField[];
  readonly #makeBody: () => Steps<MessageBody | undefined>;
  readonly ending?: Ending;
  #headers: readonly HeaderField[] | undefined;
  /** The body that was read, or undefined until then. If the message has no body, the `value` is undefined. */
  #body: { readonly value: MessageBody | undefined } | undefined;

  constructor(headers: () => readonly HeaderField[], body: () => Steps<MessageBody | undefined>, ending?: Ending) {
    this.#makeHeaders = headers;
    this.#makeBody = body;
    if (ending !== undefined) this.ending = ending;
  }

  get headers(): readonly HeaderField[] {
    return (this.#headers ??= this.#makeHeaders());
  }

  get body(): MessageBody | undefined {
    return allAtOnce(this.readBody());
  }

  /**
   * Reads the body in short steps, between which other requests are served. A reader that comes between two of these
   * steps makes the body again, with an equal result.
   */
  *readBody(): Steps<MessageBody | undefined> {
    this.#body ??= { value: yield* this.#makeBody() };
    return this.#body.value;
  }
}

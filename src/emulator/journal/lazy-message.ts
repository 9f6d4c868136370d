import { allAtOnce, type Steps } from '../../common/steps.js';
import type { Ending, HeaderField, Message, MessageBody } from './exchange.js';

/** A message whose headers and body are read when they are asked for, and once. */
export class LazyMessage implements Message {
  readonly #readHeaders: () => readonly HeaderField[];
  readonly #readBody: () => Steps<MessageBody | undefined>;
  readonly ending?: Ending;
  #headers: readonly HeaderField[] | undefined;
  #body: { readonly value: MessageBody | undefined } | undefined;

  constructor(
    readHeaders: () => readonly HeaderField[],
    readBody: () => Steps<MessageBody | undefined>,
    ending?: Ending,
  ) {
    this.#readHeaders = readHeaders;
    this.#readBody = readBody;
    if (ending !== undefined) this.ending = ending;
  }

  get headers(): readonly HeaderField[] {
    return (this.#headers ??= this.#readHeaders());
  }

  get body(): MessageBody | undefined {
    return allAtOnce(this.bodyInSteps());
  }

  *bodyInSteps(): Steps<MessageBody | undefined> {
    return (this.#body ??= { value: yield* this.#readBody() }).value;
  }
}

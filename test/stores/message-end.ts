/** Finds where an HTTP/1.1 message ends in the bytes of a connection (RFC 9112 section 6), and changes none of them. */

const LONGEST_HEAD = 128 * 1024;

type State =
  | { readonly at: 'head'; text: string }
  | { readonly at: 'chunk size'; text: string }
  | { readonly at: 'trailers'; text: string }
  | { readonly at: 'body'; left: number }
  | { readonly at: 'chunk'; left: number }
  | { readonly at: 'end' }
  /** It ends with the connection, or nobody knows. */
  | { readonly at: 'never' };

export class MessageEnd {
  /** The method of a request; empty before it is known. */
  method = '';
  /** The status of a response. */
  status = 0;
  #state: State = { at: 'head', text: '' };
  readonly #requestMethod: string | undefined;

  /** @param requestMethod of the request, if the message is the response to it */
  constructor(requestMethod?: string) {
    this.#requestMethod = requestMethod;
  }

  get isComplete(): boolean {
    return this.#state.at === 'end';
  }

  /** Whether everything that follows on the connection counts as this message. */
  get isEndless(): boolean {
    return this.#state.at === 'never';
  }

  /** Takes the next bytes of the connection. Returns how many of them belong to the message. */
  take(bytes: Buffer): number {
    let taken = 0;
    while (taken < bytes.length && !this.isComplete) {
      const state = this.#state;
      if (state.at === 'never') return bytes.length;
      if (state.at === 'body' || state.at === 'chunk') {
        const length = Math.min(state.left, bytes.length - taken);
        taken += length;
        state.left -= length;
        if (state.left === 0) this.#state = state.at === 'body' ? { at: 'end' } : { at: 'chunk size', text: '' };
      } else if (state.at !== 'end') {
        state.text += String.fromCharCode(bytes[taken]!);
        taken += 1;
        if (state.text.length > LONGEST_HEAD) this.#state = { at: 'never' };
        else if (state.text.endsWith('\n')) this.#lineEnded(state.at, state.text);
      }
    }
    return taken;
  }

  #lineEnded(at: 'head' | 'chunk size' | 'trailers', text: string): void {
    if (at === 'head') {
      if (text.endsWith('\r\n\r\n')) this.#state = this.#afterHead(text);
    } else if (at === 'trailers') {
      if (text.endsWith('\r\n\r\n') || text === '\r\n') this.#state = { at: 'end' };
    } else {
      this.#state = afterChunkSize(text);
    }
  }

  #afterHead(text: string): State {
    const [first = '', ...lines] = text.split('\r\n');
    const headers = new Headers();
    try {
      for (const line of lines.filter((given) => given !== '')) headers.append(...splitLine(line));
    } catch {
      return { at: 'never' };
    }
    return this.#requestMethod === undefined
      ? this.#afterRequestHead(first, headers)
      : this.#afterResponseHead(first, headers);
  }

  #afterRequestHead(line: string, headers: Headers): State {
    const method = /^([A-Z]+) \S+ HTTP\/1\.1$/.exec(line)?.[1];
    if (method === undefined || method === 'CONNECT' || headers.has('upgrade')) return { at: 'never' };
    this.method = method;
    return bodyOf(headers, { at: 'end' });
  }

  #afterResponseHead(line: string, headers: Headers): State {
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(line)?.[1]);
    if (!Number.isInteger(status) || status === 101) return { at: 'never' };
    // The response is still to come.
    if (status < 200) return { at: 'head', text: '' };
    this.status = status;
    if (headers.get('connection') === 'close') return { at: 'never' };
    if (this.#requestMethod === 'HEAD' || status === 204 || status === 304) return { at: 'end' };
    return bodyOf(headers, { at: 'never' });
  }
}

function splitLine(line: string): [string, string] {
  const colon = line.indexOf(':');
  if (colon < 1) throw new TypeError(`no header: ${line}`);
  return [line.slice(0, colon), line.slice(colon + 1).trim()];
}

function bodyOf(headers: Headers, without: State): State {
  const [encoding, length] = [headers.get('transfer-encoding'), headers.get('content-length')];
  if (encoding !== null)
    return encoding === 'chunked' && length === null ? { at: 'chunk size', text: '' } : { at: 'never' };
  if (length === null) return without;
  if (!/^\d+$/.test(length)) return { at: 'never' };
  return length === '0' ? { at: 'end' } : { at: 'body', left: Number(length) };
}

function afterChunkSize(text: string): State {
  const size = /^([0-9a-f]+)(?:;[^\r]*)?\r\n$/i.exec(text)?.[1];
  if (size === undefined) return { at: 'never' };
  const length = Number.parseInt(size, 16);
  // The line end after a chunk belongs to it.
  return length === 0 ? { at: 'trailers', text: '' } : { at: 'chunk', left: length + 2 };
}

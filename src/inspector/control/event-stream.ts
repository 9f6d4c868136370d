/** Reads server-sent events by `fetch`, since an EventSource cannot send the control token. */

/** One event: its name and its data, parsed. */
export interface StreamEvent {
  readonly name: string;
  readonly data: unknown;
}

/** The events of a response, several at a time as they arrive. */
export async function* eventsOf(response: Response): AsyncGenerator<StreamEvent[]> {
  if (response.body === null) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const blocks = (rest + value).split('\n\n');
      rest = blocks.pop() ?? '';
      const events = blocks.flatMap((block) => eventIn(block) ?? []);
      if (events.length > 0) yield events;
    }
  } finally {
    // Who reads no more closes the connection. Of a stream that failed, this rejects.
    await reader.cancel().catch(() => undefined);
  }
}

/** Undefined for a comment. */
function eventIn(block: string): StreamEvent | undefined {
  const name = /^event: (.*)$/m.exec(block)?.[1];
  const data = /^data: (.*)$/m.exec(block)?.[1];
  return name === undefined || data === undefined ? undefined : { name, data: JSON.parse(data) as unknown };
}

/** Reads server-sent events by `fetch`, since an EventSource cannot send the control token. */

import { createParser } from 'eventsource-parser';

/** One event: its name and its data, parsed. */
export interface StreamEvent {
  readonly name: string;
  readonly data: unknown;
}

/** The events of a response, several at a time as they arrive. */
export async function* eventsOf({ body }: Response): AsyncGenerator<StreamEvent[]> {
  if (body === null) return;

  let events: StreamEvent[] = [];
  const parser = createParser({
    onEvent: ({ event = '', data }) => events.push({ name: event, data: JSON.parse(data) as unknown }),
  });
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();

  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;

      parser.feed(value);
      if (events.length > 0) yield events;
      events = [];
    }
  } finally {
    // `cancel` closes the connection when the caller reads no more. If the stream has failed, `cancel` is rejected, and
    // the failure was thrown already.
    await reader.cancel().catch(() => undefined);
  }
}

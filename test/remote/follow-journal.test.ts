/** A follower of a journal in another process goes on where its connection broke. */

import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { startEmulator, type SandboxControl } from '../../src/index.js';
import { followJournal, type Followed } from '../../src/remote/follow-journal.js';
import { untilEnd } from '../until-end.js';

const emulator = await untilEnd(startEmulator({ population: 0 }));

/** A way to the emulator that can be cut. */
interface Way extends AsyncDisposable {
  readonly url: string;
  /** Ends the connections, and takes no more. */
  readonly close: () => void;
  /** Ends the connections; new ones come through. */
  readonly cut: () => void;
}

async function openWay(): Promise<Way> {
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(new URL(emulator.url).port), '127.0.0.1');
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.pipe(other);
      one.on('error', () => other.destroy()).on('close', () => other.destroy());
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = (): void => {
    for (const socket of sockets) socket.resetAndDestroy();
    sockets.clear();
  };
  const close = (): void => {
    server.close();
    cut();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    close,
    [Symbol.asyncDispose]: () => {
      close();
      return Promise.resolve();
    },
  };
}

/** Follows a sandbox, and asks for something until the stream is there and has an exchange. */
async function followed(sandbox: SandboxControl, url = emulator.url): Promise<AsyncGenerator<Followed>> {
  const following = followJournal({ url, sandbox: sandbox.id }, new AbortController().signal);
  const first = following.next();
  const asking = setInterval(() => void ask(sandbox), 20);
  await first.finally(() => {
    clearInterval(asking);
  });
  return following;
}

async function ask({ apiUrl, id }: SandboxControl): Promise<void> {
  await fetch(`${apiUrl}/institutions/me/users`, { headers: { 'Emulator-Sandbox': id } });
}

test('a follower whose connection breaks receives what came meanwhile, each exchange once', async () => {
  using sandbox = emulator.sandbox();
  await using way = await openWay();
  const following = await followed(sandbox, way.url);
  way.cut();
  await ask(sandbox);
  await ask(sandbox);
  const ids: number[] = [];
  const last = sandbox.requests().at(-1)!.id;
  while (ids.at(-1) !== last) {
    const { value } = (await following.next()) as { value: { exchange: { id: number } } };
    ids.push(value.exchange.id);
  }
  expect(ids).toEqual(Array.from({ length: ids.length }, (_, at) => last - ids.length + 1 + at));
  expect(ids.length).toBeGreaterThanOrEqual(2);
  await following.return(undefined);
});

test('a follower fails if its connection breaks and the emulator does not come back', async () => {
  using sandbox = emulator.sandbox();
  await using way = await openWay();
  const following = await followed(sandbox, way.url);
  way.close();
  await expect(drain(following)).rejects.toThrow(`lost the emulator at ${way.url} (`);
});

test('a follower ends when its sandbox is removed', async () => {
  const sandbox = emulator.sandbox();
  const following = await followed(sandbox);
  sandbox.remove();
  await expect(drain(following)).resolves.toBeUndefined();
});

async function drain(following: AsyncGenerator<Followed>): Promise<void> {
  for await (const each of following) expect(each).toHaveProperty('exchange');
}

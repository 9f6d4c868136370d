/** A process with one replica of each emulator of the tests: it starts and closes them as it is told by its parent. */

import { startEmulator } from '../../../dist/lib/index.js';

/** By the number that the parent has given. */
const replicas = new Map();

process.on('message', ({ call, replica, options }) => {
  ({ start, close })[call](replica, options).then(
    (result) => process.send({ call, replica, result }),
    (error) => process.send({ call, replica, error }),
  );
});
process.on('disconnect', () => process.exit());

async function start(replica, options) {
  const tell = (word) => (said) => process.connected && process.send({ word, replica, said });
  const emulator = await startEmulator(options, {
    onInternalError: tell('internalError'),
    onWarning: tell('warning'),
  });
  replicas.set(replica, emulator);
  const { url, localUrl, authority, apiUrl, tokenUrl, clientId, clientSecret, network, seed, population } = emulator;
  return { url, localUrl, authority, apiUrl, tokenUrl, clientId, clientSecret, network, seed, population };
}

async function close(replica) {
  await replicas.get(replica)?.close();
  replicas.delete(replica);
}

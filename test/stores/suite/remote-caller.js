/** A worker that sends the requests of `sandbox-over-http.ts`. */

import { parentPort, workerData } from 'node:worker_threads';
import { findRemoteSandbox, openRemoteSandbox } from '../../../dist/lib/index.js';

/** Members of `journal` that a remote sandbox has itself. */
const OF_JOURNAL = {
  exchanges: 'requests',
  verify: 'verify',
  behaviour: 'behaviour',
  coverage: 'coverage',
  fidelity: 'fidelity',
};

const { signal, port } = workerData;

parentPort.on('message', async (call) => {
  port.postMessage(await outcomeOf(call));
  Atomics.store(signal, 0, 1);
  Atomics.notify(signal, 0);
});

async function outcomeOf(call) {
  try {
    return { result: await made(call) };
  } catch (error) {
    const { name, message, status, title, members } = error;
    return { error: { name, message, status, title, members } };
  }
}

async function made({ address, id, path, given }) {
  if (path[0] === 'open') return (await openRemoteSandbox(address, ...given)).id;
  if (path[0] === 'list') return ids(address);
  if (path[0] === 'dispose') return removeIfOpen(address, id);
  if (path.join('.') === 'journal.exchange') return read(address, `sandboxes/${id}/journal/${given[0]}`);
  if (path.join('.') === 'journal.clear') return read(address, `sandboxes/${id}/journal`, 'DELETE');
  const sandbox = await findRemoteSandbox(address, id);
  const names = path[0] === 'journal' && OF_JOURNAL[path[1]] !== undefined ? [OF_JOURNAL[path[1]]] : path;
  const holder = names.slice(0, -1).reduce((value, name) => value?.[name], sandbox);
  const member = holder?.[names.at(-1)];
  if (typeof member === 'function') return member.apply(holder, given);
  if (path.length > 1 || !(path[0] in sandbox)) throw new Error(`no method over HTTP: ${path.join('.')}`);
  return member;
}

async function ids(address) {
  return (await read(address, 'sandboxes')).sandboxes.map(({ id }) => id);
}

async function removeIfOpen(address, id) {
  if ((await ids(address)).includes(id)) await (await findRemoteSandbox(address, id)).remove();
}

async function read({ url, controlToken }, path, method = 'GET') {
  const headers = controlToken === undefined ? {} : { Authorization: `Bearer ${controlToken}` };
  const response = await fetch(`${url}/_emulator/${path}`, { method, headers });
  const text = await response.text();
  const body = text === '' ? undefined : JSON.parse(text);
  if (!response.ok) throw Object.assign(new Error(body.detail), { status: response.status, title: body.title });
  return body;
}

/** What a process says of its own memory. Loaded into a process that can be sent messages, it answers the message `memory`. */

process.on('message', (message) => {
  if (message === 'memory') process.send(memory());
});
// Whoever may ask does not keep the process running.
process.channel?.unref();

/** Bytes in use, without what is dead; needs `--expose-gc`. And what keeps the process running. */
export function memory() {
  // Twice: what the first finds dead, the second takes away.
  globalThis.gc();
  globalThis.gc();
  const { rss, heapUsed, external } = process.memoryUsage();
  return { rss, heap: heapUsed + external, handles: process.getActiveResourcesInfo().sort() };
}

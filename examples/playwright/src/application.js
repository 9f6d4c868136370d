/** An application that serves one page. */

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';

/** Listens on a port that the system picks. */
export async function startApplication() {
  const page = await readFile(new URL('status.html', import.meta.url));
  const server = createServer((_, res) => res.setHeader('Content-Type', 'text/html').end(page));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

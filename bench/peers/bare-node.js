/** Node's HTTP server with nothing on top but JSON.stringify. Called with the port and the answer as JSON. */

import { Buffer } from 'node:buffer';
import { createServer } from 'node:http';

const [port, body] = process.argv.slice(2);
const answer = JSON.parse(body);

createServer((req, res) => {
  const text = JSON.stringify(answer);
  res.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': Buffer.byteLength(text) });
  res.end(text);
}).listen(Number(port), '127.0.0.1');

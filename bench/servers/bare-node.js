/** Node's HTTP server with nothing on top. Called with the port and the file of the questions. */

import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { Buffer } from 'node:buffer';

const [port, file] = process.argv.slice(2);
const answers = new Map(JSON.parse(readFileSync(file, 'utf8')).map((question) => [question.path, writerOf(question)]));

createServer((req, res) => {
  // Nobody may answer before the question has been read.
  if (req.method === 'POST') req.resume().once('end', () => answer(req, res));
  else answer(req, res);
}).listen(Number(port), '127.0.0.1');

function answer(req, res) {
  const write = answers.get(req.url);
  if (write === undefined) return void res.writeHead(404).end();
  const text = write();
  res.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': Buffer.byteLength(text) });
  res.end(text);
}

function writerOf({ answer, serialized }) {
  if (serialized) return () => JSON.stringify(answer);
  const text = JSON.stringify(answer);
  return () => text;
}

/**
 * Node's HTTP server with nothing on top. Called with the port and a file of questions with their answers; POST questions of
 * one path get their answers in turn. It serializes an answer each time if the question says so, and signs tokens anew.
 */

import { Buffer } from 'node:buffer';
import { generateKeyPairSync, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const [port, file] = process.argv.slice(2);
const { privateKey } = generateKeyPairSync('ed25519');
const answers = new Map();
for (const question of JSON.parse(readFileSync(file, 'utf8'))) {
  const known = answers.get(question.path) ?? { writers: [], next: 0 };
  answers.set(question.path, known);
  known.writers.push(writerOf(question));
}

createServer((req, res) => {
  // Nobody may answer before the question has been read.
  if (req.method === 'POST') req.resume().once('end', () => answer(req, res));
  else answer(req, res);
}).listen(Number(port), '127.0.0.1');

function answer(req, res) {
  const known = answers.get(req.url);
  if (known === undefined) return void res.writeHead(404).end();
  const text = known.writers[known.next++ % known.writers.length]();
  res.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': Buffer.byteLength(text) });
  res.end(text);
}

function writerOf({ answer, serialized }) {
  if (serialized) return answer.access_token === undefined ? () => JSON.stringify(answer) : tokenWriter(answer);
  const text = JSON.stringify(answer);
  return () => text;
}

/** The same claims, signed for each answer. */
function tokenWriter(answer) {
  const signed = answer.access_token.slice(0, answer.access_token.lastIndexOf('.'));
  return () => {
    const signature = sign(null, Buffer.from(signed), privateKey).toString('base64url');
    return JSON.stringify({ ...answer, access_token: `${signed}.${signature}` });
  };
}

/**
 * Node's HTTP server with nothing on top. Called with the port and a file of questions with their answers; POST questions of
 * one path get their answers in turn. It serializes an answer each time if the question says so, signs tokens anew, and
 * seals the tokens of links anew by two hashes each, as the emulator does.
 */

import { Buffer } from 'node:buffer';
import { generateKeyPairSync, hash, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

/** At the end of a link's token, as in the emulator. */
const SEAL_BYTES = 12;

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
  if (serialized && answer.access_token !== undefined) return tokenWriter(answer);
  if (serialized && answer.results?.[0]?.result?.token !== undefined) return linksWriter(answer);
  if (serialized) return () => JSON.stringify(answer);
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

/** The same links, each with a seal of its own. */
function linksWriter({ results }) {
  const links = results.map(({ result, ...others }) => {
    const bytes = Buffer.from(result.token, 'base64url');
    return {
      bytes,
      body: bytes.subarray(0, -SEAL_BYTES),
      before: result.verificationUrl.split(result.token)[0],
      result,
      others,
    };
  });
  return () =>
    JSON.stringify({
      results: links.map(({ bytes, body, before, result, others }) => {
        const inner = hash('sha256', body, 'binary');
        bytes.write(hash('sha256', inner, 'binary'), body.length, SEAL_BYTES, 'latin1');
        const token = bytes.toString('base64url');
        return { ...others, result: { ...result, token, verificationUrl: before + token } };
      }),
    });
}

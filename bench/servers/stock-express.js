/** Express 5 with its defaults, as its own guide shows it. Called with the port and the file of the questions. */

import { readFileSync } from 'node:fs';
import express from 'express';

const [port, file] = process.argv.slice(2);
const answers = Object.fromEntries(JSON.parse(readFileSync(file, 'utf8')).map(({ id, answer }) => [id, answer]));

const app = express();
app.use(express.json());
app.use(express.urlencoded());
app.post('/oauth/token', (req, res) => {
  res.json(answers.token);
});
app.get('/api/v1/institutions/me/human-scores/:partyId', (req, res) => {
  res.json(answers.score);
});
app.get('/api/v1/institutions/me/credentials', (req, res) => {
  res.json(answers[`list-${req.query.limit}`]);
});
app.get('/api/v1/institutions/me/credentials/resolve', (req, res) => {
  res.json(answers.resolve);
});
app.post('/api/v1/verification/generate-links-batch', (req, res) => {
  res.json(answers.batch);
});
app.listen(Number(port), '127.0.0.1');

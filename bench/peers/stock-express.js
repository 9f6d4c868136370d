/** Express 5 with its defaults: one route, one constant. Called with the port and the answer as JSON. */

import express from 'express';

const [port, body] = process.argv.slice(2);
const answer = JSON.parse(body);

const app = express();
app.get('/api/v1/institutions/me/human-scores/:partyId', (req, res) => {
  res.json(answer);
});
app.listen(Number(port), '127.0.0.1');

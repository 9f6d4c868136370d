'use strict';
const request = require('supertest');
const { createApp } = require('./app.cjs');

jest.setTimeout(20_000);
const { ID_EMULATOR_API_URL, ID_EMULATOR_TOKEN_URL, ID_EMULATOR_CLIENT_ID, ID_EMULATOR_CLIENT_SECRET } = process.env;
const ALICE =
  'party::3d32e794974ff887169be79f8613605a::122056481f3240fd87d28ea7f8d6f50579ece58dca52009da78791db2dd45eff5d74';

let app;
beforeEach(() => {
  app = createApp({
    apiUrl: ID_EMULATOR_API_URL,
    tokenUrl: ID_EMULATOR_TOKEN_URL,
    clientId: ID_EMULATOR_CLIENT_ID,
    clientSecret: ID_EMULATOR_CLIENT_SECRET,
  });
});

test('shows the score of a person', async () => {
  const response = await request(app)
    .get(`/people/${encodeURIComponent(ALICE)}`)
    .expect(200);
  expect(response.body.score).toBeGreaterThan(10);
});

test('says that a person is unknown', async () => {
  await request(app)
    .get(`/people/${encodeURIComponent(`party::${'0'.repeat(32)}::1220${'0'.repeat(64)}`)}`)
    .expect(404);
});

test('makes a link', async () => {
  const contractId =
    '00f7a906658da07763ac9fcea9c70f2bbd800bd9192ade79e1323eef4af084168c443e5d64f0b834d2db0be7ceeedf3e61c4f1810a9ac91a9f465105df26e9ec4486b22f17';
  const { body } = await request(app).post('/links').send({ contractId }).expect(201);
  expect(body.url).toMatch(/^http/);
});

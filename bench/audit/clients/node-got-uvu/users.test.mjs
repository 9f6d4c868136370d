import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createUsers } from './users.mjs';

const { env } = process;
const Users = suite('users', {
  users: createUsers({
    apiUrl: env.ID_EMULATOR_API_URL,
    tokenUrl: env.ID_EMULATOR_TOKEN_URL,
    clientId: env.ID_EMULATOR_CLIENT_ID,
    clientSecret: env.ID_EMULATOR_CLIENT_SECRET,
  }),
});

Users('finds by text', async ({ users }) => {
  assert.ok((await users.search('ben')).length > 0);
});

Users('walks over those that are pending', async ({ users }) => {
  const ids = [];
  for await (const { id } of users.all({ reqStatus: 'PENDING' })) ids.push(id);
  assert.ok(ids.length > 1);
  assert.equal(
    [...ids].sort((a, b) => a - b),
    ids,
  );
});

Users.run();

import assert from 'node:assert/strict';
import nock from 'nock';

nock('http://other.example').get('/').reply(200, 'mocked');
const response = await fetch('http://other.example/').catch(({ cause }) => {
  throw cause;
});
assert.equal(await response.text(), 'mocked');

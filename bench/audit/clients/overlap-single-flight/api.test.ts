import { expect, test } from 'vitest';
import { createApi } from './api';

const names = (response: { data: { items: { fullName?: string }[] } }) =>
  response.data.items.map(({ fullName }) => fullName);

test('many calls at once, from the first on', async () => {
  const api = createApi();
  const found = await Promise.all(
    ['alice.archer', 'ben.brook', 'nina.novak'].map((search) =>
      api.get('/institutions/me/users', { params: { search } }),
    ),
  );
  expect(found.map((response) => names(response)[0])).toEqual(['Alice Archer', 'Ben Brook', 'Nina Novak']);
});

test('two rounds of calls', async () => {
  const api = createApi();
  const round = () =>
    Promise.all([
      api.get('/institutions/me/users'),
      api.get('/institutions/me/human-scores'),
      api.get('/institutions/me/credentials'),
    ]);
  const first = await round();
  const second = await round();
  expect(second.map(({ data }) => data.items.length)).toEqual(first.map(({ data }) => data.items.length));
});

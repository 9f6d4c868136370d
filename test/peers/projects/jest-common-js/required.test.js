const entries = require('./entries.json');

test.each(entries)('%s is required', (entry) => {
  expect(Object.keys(require(entry))).not.toEqual([]);
});

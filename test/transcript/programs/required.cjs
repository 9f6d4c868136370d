/** The entries of the library by `require()`. */

for (const entry of ['', '/pact', '/jest', '/playwright']) {
  const name = `id-emulator${entry}`;
  try {
    const exported = require(name);
    console.log(
      name,
      Object.keys(exported)
        .sort()
        .map((key) => `${key}: ${typeof exported[key]}`),
    );
  } catch (error) {
    console.log(name, String(error.message).split('\n')[0]);
  }
}
require('id-emulator')
  .startEmulator({ port: 0, now: '2026-01-31T09:00:00Z' })
  .then((emulator) => (console.log(emulator.defaultSandbox.clock.reading()), emulator.close()));

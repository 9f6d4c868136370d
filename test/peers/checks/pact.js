/** docs/contracts.md and README: the pacts of an example pass, and those with mistakes do not. */

/** @type {import('../types.js').Check} */
export const pact = {
  does: 'verify on examples/consumer-plain',
  packages: ['@pact-foundation/pact'],
  async run(project) {
    await project.copyExample('consumer-plain');
    await project.run(['npx', '--no-install', 'id-emulator', 'verify', 'pacts'], { prints: /\b21 passed, 0 failed\b/ });
    await project.run(['npx', '--no-install', 'id-emulator', 'verify', 'mistakes'], {
      code: 1,
      prints: /\b0 passed, 6 failed\b/,
    });
  },
};

/** docs/compare.md: the proxy validates an upstream, here an emulator, which keeps the contract. */

/** @type {import('../types.js').Check} */
export const prism = {
  does: 'a request through the proxy',
  packages: ['@stoplight/prism-http'],
  async run(project) {
    const upstream = await project.serve(['start']);
    try {
      const addresses = ['--upstream', upstream.apiUrl, '--token-upstream', upstream.tokenUrl];
      const proxy = await project.serve(['proxy', ...addresses]);
      try {
        const response = await fetch(`${proxy.apiUrl}/institutions/me/users?limit=0`);
        if (response.headers.get('sl-violations') === null) throw new Error('a wrong request was not reported');
      } finally {
        await proxy.end();
      }
    } finally {
      await upstream.end();
    }
  },
};

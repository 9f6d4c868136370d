/** docs/agents.md: an agent starts the server as its configuration says, with the SDKs of both lines of the protocol. */

/** @type {import('../types.js').Check} */
export const mcpSdk = {
  does: 'an agent with the SDK of 2025-11-25',
  packages: ['@modelcontextprotocol/sdk'],
  async run(project) {
    await project.copyProject('mcp');
    await project.run(['node', 'sdk.mjs']);
  },
};

/** @type {import('../types.js').Check} */
export const mcpClient = {
  does: 'an agent with the SDK of 2026-07-28',
  packages: ['@modelcontextprotocol/client'],
  async run(project) {
    await project.copyProject('mcp');
    await project.run(['node', 'client.mjs']);
  },
};

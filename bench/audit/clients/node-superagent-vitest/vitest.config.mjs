export default { test: { include: ['*.spec.ts'], testTimeout: 30_000 } };

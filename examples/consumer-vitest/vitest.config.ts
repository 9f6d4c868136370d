import { defineConfig } from 'vitest/config';

// All files write into the same pact.
// Pact's mock server notes a request after it has responded: on a busy machine a test asks too early, and is tried again.
export default defineConfig({ test: { include: ['test/**/*.pact.test.ts'], fileParallelism: false, retry: 3 } });

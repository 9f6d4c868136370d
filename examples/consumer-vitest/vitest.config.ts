import { defineConfig } from 'vitest/config';

// All files write into the same pact.
export default defineConfig({ test: { include: ['test/**/*.pact.test.ts'], fileParallelism: false } });

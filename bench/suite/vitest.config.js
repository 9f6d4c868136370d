import { defineConfig } from 'vitest/config';

// A package that is installed is loaded as it is, and not transformed.
export default defineConfig({ test: { include: ['*.test.js'], server: { deps: { external: [/\/dist\//] } } } });

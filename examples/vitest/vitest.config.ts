import { defineConfig } from 'vitest/config';

/** The global setup is for tests that share one emulator, such as those of `test/shared-emulator.test.ts`; the others do without. */
export default defineConfig({ test: { globalSetup: ['id-emulator/vitest/global-setup'] } });

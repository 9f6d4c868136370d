import { defineConfig } from 'vitest/config';

export default defineConfig({ test: { globalSetup: ['id-emulator/vitest/global-setup'] } });

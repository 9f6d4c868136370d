/** docs/shared-use.md: the spans of exchanges go where the SDK's variables say, here to standard output. */

/** @type {import('../types.js').Check} */
export const opentelemetry = {
  does: 'spans, as docs/shared-use.md sets them up',
  packages: ['@opentelemetry/api', '@opentelemetry/sdk-node'],
  async run(project) {
    await project.write(
      'otel.mjs',
      await project.ofPage('docs/shared-use.md', /^cat > otel\.mjs <<'EOF'\n([^]*?)^EOF$/m),
    );
    const emulator = await project.serve(['start'], {
      OTEL_SERVICE_NAME: 'id-emulator',
      OTEL_TRACES_EXPORTER: 'console',
      OTEL_METRICS_EXPORTER: 'none',
      OTEL_LOGS_EXPORTER: 'none',
      OTEL_BSP_SCHEDULE_DELAY: '50',
      NODE_OPTIONS: `--import ${project.folder}/otel.mjs`,
    });
    try {
      await fetch(`${emulator.apiUrl}/institutions/me/users`);
      await emulator.prints(/'?id_emulator\.operation'?: 'getUsers'/);
    } finally {
      await emulator.end();
    }
  },
};

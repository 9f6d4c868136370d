/** What a store is for: a sandbox that was opened before a restart is there after it. */

/** @param {import('../project.js').Project} project @param {string} store the value of `--store` */
export async function sandboxSurvivesRestart(project, store) {
  const first = await project.serve(['start', '--store', store]);
  await project.run(['id-emulator', 'sandbox', 'open', '--name', 'payments', '--url', first.url]);
  await first.end();
  const second = await project.serve(['start', '--store', store]);
  try {
    await project.run(['id-emulator', 'sandbox', 'list', '--url', second.url], { prints: /\bpayments\b/ });
  } finally {
    await second.end();
  }
}

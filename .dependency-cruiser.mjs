/** Which room may import which; the picture is in CONTRIBUTING.md. */

const room = (name, allowed) => ({
  name: `${name}-imports`,
  comment: `src/${name} may import ${allowed.length > 0 ? allowed.join(', ') : 'nothing but itself'}`,
  severity: 'error',
  from: { path: `^src/${name}/` },
  to: { path: '^src/', pathNot: [`^src/${name}/`, ...allowed.map((path) => `^src/${path}`)] },
});

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    room('domain', []),
    room('contract', []),
    room('journal', []),
    room('metrics', ['journal/']),
    room('judge', ['journal/', 'contract/', 'junit.ts']),
    room('conformance', ['connection-failure.ts', 'contract/', 'junit.ts', 'shipped.ts']),
    room('documents', ['contract/']),
    room('fixture', ['documents/', 'domain/']),
    room('scenario', ['contract/', 'documents/', 'domain/']),
    room('http', ['contract/', 'domain/', 'journal/', 'scenario/', 'problem-details.ts']),
    room('control', ['contract/', 'documents/', 'domain/', 'fixture/', 'journal/', 'judge/', 'metrics/', 'pact-from-journal/', 'scenario/', 'options.ts', 'problem-details.ts']),
    room('replay', ['assembly.ts', 'contract/', 'control/', 'documents/', 'domain/', 'emulator-url.ts', 'http/', 'journal/', 'options.ts']),
    room('pact-from-journal', ['contract/', 'domain/', 'journal/']),
    room('pact', ['emulator.ts', 'emulator-url.ts', 'contract/', 'control/', 'documents/', 'domain/model.ts', 'domain/random.ts', 'junit.ts', 'optional-peer.ts', 'scenario/scenario.ts', 'shipped.ts']),
    room('proxy', ['connection-failure.ts', 'contract/', 'domain/clock.ts', 'domain/credential-status.ts', 'domain/model.ts', 'domain/population/people.ts', 'domain/random.ts', 'emulator-url.ts', 'fixture/fixture-file.ts', 'http/listening.ts', 'journal/', 'optional-peer.ts', 'options.ts', 'problem-details.ts', 'shipped.ts']),
    room('cli', ['conformance/', 'emulator', 'pact/', 'pact-from-journal/', 'proxy/', 'replace-file.ts', 'replay/', 'optional-peer.ts', 'options.ts', 'shipped.ts', 'contract/', 'documents/', 'domain/signing-key.ts', 'judge/', 'junit.ts', 'scenario/']),
    room('client', []),
    {
      name: 'client-stands-alone',
      comment: 'the client library is a package of its own; the emulator proves itself without it',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/client/' },
      to: { path: ['^src/client/', 'id-sdk'] },
    },
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    room('testing', ['emulator.ts', 'options.ts', 'control/', 'journal/', 'judge/']),
    { name: 'no-orphans', severity: 'error', from: { orphan: true, pathNot: ['^src/(index|cli/main|pact/index|proxy/index|pact/verification/verifier-child|testing/vitest)\\.ts$', '^src/client/mark-formats\\.js$'] }, to: {} },
    { name: 'no-dev-dependencies', severity: 'error', from: { path: '^src/' }, to: { dependencyTypes: ['npm-dev'], pathNot: ['^node_modules/(vitest|@pact-foundation|@pactflow|prom-client)/'] } },
    {
      name: 'pact-at-one-door',
      comment: 'the packages for pacts are optional peers, which only a verification loads',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/pact/optional-peers\\.ts$'] },
      to: { path: ['^node_modules/(@pact-foundation|@pactflow)/'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'vitest-at-its-own-door',
      comment: 'vitest is an optional peer: only those who import id-emulator/vitest have to have it',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/testing/vitest\\.ts$'] },
      to: { path: ['^node_modules/vitest/', '^src/testing/vitest\\.ts$'] },
    },
    {
      name: 'nothing-heavy-at-start',
      comment: 'prism-http takes two thirds of a second to load, all locales of faker a tenth',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: ['@stoplight/', '@faker-js/faker/dist/index'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^src/client/dist/' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
};

/** Which wing and which room may import which; the picture is in docs/architecture.md. */

const imports = (folder, allowed) => ({
  name: `${folder.replaceAll('/', '-')}-imports`,
  comment: `src/${folder} may import ${allowed.length > 0 ? allowed.join(', ') : 'nothing but itself'}`,
  severity: 'error',
  from: { path: `^src/${folder}/` },
  to: { path: '^src/', pathNot: [folder, ...allowed].map((path) => `^src/${path}${path.endsWith('.ts') ? '$' : '/'}`) },
});

/** A folder of `src`. */
const wing = imports;
/** A folder of the wing that is the emulator. */
const roomOfEmulator = (name, allowed) => imports(`emulator/${name}`, ['common', ...allowed]);

/** What every tool may import; tools never import each other. */
const BELOW_TOOLS = ['common', 'contract', 'emulator', 'pact', 'stores', 'start', 'remote', 'traffic'];

/** A step of an audit, which may import the steps before it. */
const stepOfAudit = (name, before) =>
  imports(`audit/${name}`, [...BELOW_TOOLS, 'audit/audit-types.ts', ...before.map((step) => `audit/${step}`)]);

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    wing('common', []),
    wing('contract', ['common']),
    wing('emulator', ['common', 'contract']),
    wing('pact', ['common', 'contract', 'emulator']),
    wing('stores', ['common', 'emulator']),
    ...['folder', 'redis'].map((store) =>
      imports(`stores/${store}`, ['common', 'emulator', 'stores/stored-record.ts']),
    ),
    wing('start', ['common', 'contract', 'emulator', 'pact', 'stores']),
    wing('remote', ['common', 'contract', 'emulator']),
    wing('traffic', ['common', 'contract', 'emulator']),
    ...['verify', 'audit', 'upstream', 'testing'].map((tool) => wing(tool, BELOW_TOOLS)),
    stepOfAudit('run', []),
    stepOfAudit('expectations', ['run']),
    stepOfAudit('plan', ['run', 'expectations', 'baseline.ts']),
    stepOfAudit('classify', ['run', 'expectations', 'baseline.ts', 'plan']),
    stepOfAudit('findings', ['run', 'expectations', 'baseline.ts', 'plan', 'classify', 'outcome.ts']),
    stepOfAudit('report', [
      ...['run', 'expectations', 'baseline.ts', 'plan', 'classify', 'outcome.ts', 'findings'],
      'audit-options.ts',
    ]),
    stepOfAudit('mutate', ['run', 'baseline.ts']),
    wing('cli', [...BELOW_TOOLS, 'verify', 'audit', 'upstream']),
    wing('client', []),
    // What of it runs in a browser.
    wing('inspector', [
      ...['batch-items', 'http-basic', 'json', 'percent-encoding'].map((name) => `common/${name}.ts`),
      'common/reporting',
      'contract/service-schemas.ts',
    ]),
    roomOfEmulator(
      'domain',
      ['control', 'document', 'service'].map((name) => `contract/${name}-schemas.ts`),
    ),
    roomOfEmulator('redaction', ['contract/authorization.ts', 'emulator/domain']),
    roomOfEmulator('journal', ['contract', 'emulator/redaction']),
    roomOfEmulator('judge', ['contract', 'emulator/journal', 'emulator/redaction']),
    roomOfEmulator('scenarios', ['contract', 'emulator/domain']),
    roomOfEmulator('injection', [
      'contract',
      'emulator/domain',
      'emulator/journal',
      'emulator/refused-connections.ts',
      'emulator/scenarios',
    ]),
    roomOfEmulator('holds', ['contract', 'emulator/journal', 'emulator/scenarios']),
    roomOfEmulator('store', ['emulator/domain', 'emulator/journal']),
    roomOfEmulator('service', [
      'contract',
      'emulator/domain',
      'emulator/journal',
      'emulator/emulator-parts.ts',
      'emulator/holds',
      'emulator/redaction',
      'emulator/refused-connections.ts',
      'emulator/scenarios',
      'emulator/store',
    ]),
    roomOfEmulator('control', [
      'contract',
      'emulator/domain',
      'emulator/holds',
      'emulator/journal',
      'emulator/judge',
      'emulator/addresses.ts',
      'emulator/complete-options.ts',
      'emulator/emulator-parts.ts',
      'emulator/option-spec.ts',
      'emulator/options.ts',
      'emulator/redaction',
      'emulator/scenarios',
      'emulator/store',
    ]),
    {
      name: 'methods-without-http',
      comment: 'endpoints call the methods of the control plane, which programs call without HTTP',
      severity: 'error',
      from: { path: '^src/emulator/control/', pathNot: '^src/emulator/control/http/' },
      to: { path: '^src/emulator/control/http/' },
    },
    {
      name: 'inspector-stands-alone',
      comment: 'it runs in a browser, and knows the emulator by its control plane',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/inspector/' },
      to: { path: '^src/inspector/' },
    },
    {
      name: 'client-stands-alone',
      comment: 'the client library is a package of its own; the emulator proves itself without it',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/client/' },
      to: { path: ['^src/client/', '@id-emulator/sdk'] },
    },
    {
      name: 'stores-when-opened',
      comment: 'most emulators have no store: each kind is loaded when one is opened',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/stores/(folder|redis)/' },
      to: { path: '^src/stores/(folder|redis)/', dynamic: false },
    },
    {
      name: 'reporting-in-browsers',
      comment: 'the inspector uses it, too',
      severity: 'error',
      from: { path: '^src/common/((batch-items|http-basic|json|percent-encoding)\\.ts|reporting/)' },
      to: { pathNot: '^src/common/((batch-items|http-basic|json|percent-encoding)\\.ts|reporting/)' },
    },
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-orphans',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: [
          '^src/(index|cli/main|verify/index|verify/run/verifier-child|testing/(vitest|jest|node-test|playwright))\\.ts$',
          '^src/inspector/main\\.tsx$',
        ],
      },
      to: {},
    },
    {
      name: 'no-dev-dependencies',
      severity: 'error',
      from: { path: '^src/' },
      to: {
        dependencyTypes: ['npm-dev'],
        pathNot: [
          '^node_modules/(vitest|jest-environment-node|@playwright|@pact-foundation|classic-level|redis|cross-spawn|@peculiar|reflect-metadata|eventsource-parser|preact|@preact|@stoplight/prism-http|@modelcontextprotocol)/',
        ],
      },
    },
    {
      name: 'pact-at-one-door',
      comment: 'the package of the verifier is an optional peer, which only a verification loads',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/verify/run/verifier-package\\.ts$'] },
      to: { path: ['^node_modules/@pact-foundation/'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'runners-at-their-own-doors',
      comment: 'test runners are optional peers: only those who import id-emulator/vitest have to have vitest',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/testing/(vitest|jest|playwright)\\.ts$'] },
      to: {
        path: [
          '^node_modules/(vitest|jest-environment-node|@playwright)/',
          '^src/testing/(vitest|jest|playwright)\\.ts$',
        ],
      },
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

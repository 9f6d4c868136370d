/** The web site: the pages of this repository, unchanged, so that their links work here and in a clone. */

import { defineConfig } from 'vitepress';
import { copyRepositoryFiles, linkRepositoryFiles } from './repository-files.js';

/** The pages are outside this package, so nothing there finds the packages that it installs. */
const vueOfThisPackage = {
  name: 'vue-of-this-package',
  enforce: 'pre',
  resolveId: (id, _importer, { ssr }) => (ssr && /^vue(\/|$)/.test(id) ? { id, external: true } : undefined),
};

export default defineConfig({
  title: 'id-emulator',
  description: 'A local, contract-checked emulator of the institution credentials and human-score service.',
  lang: 'en',
  // Repositories are often served below a path: `SITE_BASE=/id-emulator/`.
  base: process.env.SITE_BASE ?? '/',
  srcDir: '..',
  // Not pages for readers. Everything else that ends in `.md` is checked for dead links.
  srcExclude: [
    '**/node_modules/**',
    '{.build,.ci,.github,dist,fixtures,scenarios,spec,test}/**',
    '{build,examples,site}/**',
    'src/!(client)/**',
    'src/client/{dist,node_modules}/**',
  ],
  rewrites: (id) => id.replace(/(^|\/)README\.md$/, '$1index.md'),
  // Links to other files have been found already, or the build has failed.
  ignoreDeadLinks: [/^\/repository\//],
  markdown: {
    // The pages are written for any reader of Markdown: what looks like a tag or a template is text.
    html: false,
    linkify: false,
    config: linkRepositoryFiles,
  },
  // The index of the search is one large file.
  vite: { plugins: [vueOfThisPackage], build: { chunkSizeWarningLimit: 2_000 } },
  buildEnd: copyRepositoryFiles,
  themeConfig: {
    search: { provider: 'local' },
    outline: 'deep',
    nav: [
      { text: 'Install', link: '/docs/install' },
      { text: 'Scenarios', link: '/docs/reference/scenarios' },
      { text: 'Configuration', link: '/docs/reference/configuration' },
      { text: 'Troubleshooting', link: '/docs/troubleshooting' },
    ],
    sidebar: [
      {
        text: 'Start',
        items: [
          { text: 'Overview', link: '/' },
          { text: 'Install', link: '/docs/install' },
          { text: 'I write a client', link: '/docs/ways/client' },
          { text: 'I have tests', link: '/docs/ways/tests' },
          { text: 'I have pacts', link: '/docs/ways/pacts' },
          { text: 'I run CI', link: '/docs/ways/ci' },
          { text: 'I had an incident', link: '/docs/ways/incident' },
          { text: 'I share an emulator', link: '/docs/ways/share' },
          { text: 'Agents', link: '/docs/agents' },
          { text: 'Coming from nock, MSW, WireMock, Prism', link: '/docs/coming-from' },
        ],
      },
      {
        text: 'Run it',
        items: [
          { text: 'Test runners', link: '/docs/testing' },
          { text: 'CI', link: '/docs/ci' },
          { text: 'Audit', link: '/docs/audit' },
          { text: 'Libraries', link: '/docs/libraries' },
          { text: 'Containers', link: '/docs/containers' },
          { text: 'What your tests read', link: '/docs/mutate' },
          { text: 'Sandboxes', link: '/docs/sandboxes' },
          { text: 'Inspector', link: '/docs/inspector' },
          { text: 'Shared use', link: '/docs/shared-use' },
          { text: 'Stores', link: '/docs/stores' },
        ],
      },
      {
        text: 'Failures and data',
        items: [
          { text: 'Scenarios', link: '/docs/reference/scenarios' },
          { text: 'Your own scenarios', link: '/docs/own-scenarios' },
          { text: 'Fixtures', link: '/docs/fixtures' },
          { text: 'Lifecycle', link: '/docs/lifecycle' },
          { text: 'Population', link: '/docs/population' },
        ],
      },
      {
        text: 'Contracts',
        items: [
          { text: 'Pact', link: '/docs/contracts' },
          { text: 'Verifiers of other languages', link: '/docs/verifiers' },
          { text: 'Can I deploy', link: '/docs/can-i-deploy' },
          { text: 'Provider states', link: '/docs/reference/provider-states' },
          { text: 'Fidelity', link: '/docs/reference/fidelity' },
          { text: 'Compare', link: '/docs/compare' },
        ],
      },
      {
        text: 'Reference',
        items: [
          { text: 'Configuration', link: '/docs/reference/configuration' },
          { text: 'Exit codes', link: '/docs/exit-codes' },
          { text: 'Troubleshooting', link: '/docs/troubleshooting' },
          { text: 'API of id-emulator', link: '/docs/api/modules' },
          { text: 'Client library', link: '/src/client/' },
          { text: 'API of the client library', link: '/src/client/reference/' },
          { text: 'Versioning', link: '/docs/versioning' },
          { text: 'Publishing', link: '/docs/publishing' },
          { text: 'Changes', link: '/CHANGELOG' },
        ],
      },
      {
        text: 'Project',
        items: [
          { text: 'Architecture', link: '/docs/architecture' },
          { text: 'Contributing', link: '/CONTRIBUTING' },
          { text: 'Security', link: '/SECURITY' },
          { text: 'Code of conduct', link: '/CODE_OF_CONDUCT' },
          { text: 'Figures', link: '/bench/RESULTS' },
        ],
      },
    ],
  },
});

import js from '@eslint/js';
import tseslint from 'typescript-eslint';
import { noServiceNames, SERVICE_FOLDERS } from './build/service-names.js';

/** The machine's time and chance: only `domain/time/` may ask for them. */
const AMBIENT = [
  {
    selector: "CallExpression[callee.object.name='Date'][callee.property.name='now']",
    message: "Ask the sandbox's clock.",
  },
  { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: "Ask the sandbox's clock." },
  {
    selector: "CallExpression[callee.object.name='Math'][callee.property.name='random']",
    message: 'Draw from domain/time/random.ts.',
  },
  {
    selector: "CallExpression[callee.name='randomUUID'], CallExpression[callee.property.name='randomUUID']",
    message: 'Draw from domain/time/random.ts.',
  },
];

export default tseslint.config(
  {
    ignores: [
      '.build',
      'dist',
      'src/client/dist',
      'src/client/contract-types.ts',
      'node_modules',
      'coverage',
      'bench/node_modules',
      '.dependency-cruiser.mjs',
    ],
  },
  js.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/explicit-function-return-type': ['error', { allowExpressions: true }],
      '@typescript-eslint/dot-notation': 'off',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'no-restricted-syntax': ['error', ...AMBIENT],
      'max-lines': ['error', { max: 220, skipBlankLines: true, skipComments: true }],
      eqeqeq: 'error',
    },
  },
  {
    files: ['src/domain/time/**', 'test/**', 'bench/**'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    files: ['src/**/*.ts'],
    ignores: SERVICE_FOLDERS.map((path) => (path.endsWith('.ts') ? path : `${path}/**`)),
    plugins: { project: { rules: { 'no-service-names': noServiceNames } } },
    rules: { 'project/no-service-names': 'error' },
  },
  // The client library is no part of a sandbox: it waits in real time.
  { files: ['src/client/**'], rules: { 'no-restricted-syntax': 'off' } },
  // Names for what is generated.
  {
    files: ['src/client/types.ts'],
    rules: { '@typescript-eslint/no-empty-object-type': ['error', { allowInterfaces: 'with-single-extends' }] },
  },
  { files: ['test/**'], rules: { '@typescript-eslint/explicit-function-return-type': 'off', 'max-lines': 'off' } },
  // The examples are projects of their own: their types are checked where they are run, with the built package installed.
  {
    files: ['examples/**/*.ts'],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: { parserOptions: { projectService: false } },
  },
  {
    files: ['examples/**/*.js'],
    languageOptions: { globals: { fetch: 'readonly', URLSearchParams: 'readonly', setTimeout: 'readonly' } },
  },
  {
    files: ['examples/jest/**/*.js'],
    languageOptions: {
      sourceType: 'commonjs',
      globals: { describe: 'readonly', test: 'readonly', expect: 'readonly', openSandbox: 'readonly' },
    },
  },
  {
    files: ['bench/**/*.js'],
    languageOptions: { globals: { URLSearchParams: 'readonly', AbortController: 'readonly', fetch: 'readonly' } },
  },
  {
    files: ['**/*.js', '**/*.mjs'],
    languageOptions: { globals: { process: 'readonly', console: 'readonly', URL: 'readonly' } },
  },
  // Scripts that the tests run on every version of Node.js that the client library is for.
  {
    files: ['test/client/runtimes/*.{mjs,cjs}'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        require: 'readonly',
        fetch: 'readonly',
        setTimeout: 'readonly',
        AbortController: 'readonly',
      },
    },
  },
);

/**
 * Every test of the repo, as ES modules, against one MongoDB and one broker (test/global-setup.ts); those
 * that time something have a round of their own (jest.timed.config.mjs).
 */
export default {
  rootDir: import.meta.dirname,
  testMatch: [
    '<rootDir>/{packages,services}/*/test/**/*.test.{ts,tsx}',
    '<rootDir>/{gateway,web,admin-web}/test/**/*.test.{ts,tsx}',
    '<rootDir>/test/**/*.test.{ts,tsx}',
  ],
  testPathIgnorePatterns: ['/node_modules/', '/dist/', '/\\.local/', '\\.timed\\.test\\.'],
  modulePathIgnorePatterns: ['/dist/', '/\\.local/'],
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleNameMapper: { '^@prankpost/local-stack$': '<rootDir>/packages/local-stack/src/index.ts' },
  transform: {
    '\\.tsx?$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2024',
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic' } },
        },
        module: { type: 'es6' },
        sourceMaps: 'inline',
      },
    ],
  },
  maxWorkers: 2,
  // A busy machine takes its time; what must be quick says so itself.
  testTimeout: 60_000,
  globalSetup: '<rootDir>/test/global-setup.ts',
  globalTeardown: '<rootDir>/test/global-teardown.ts',
}

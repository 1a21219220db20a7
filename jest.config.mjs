/**
 * Every test of the repo, as ES modules, against one MongoDB and one broker (test/support/global-setup.ts); those
 * that time something belong to `npm run test:slow` (jest.timed.config.mjs).
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
  moduleNameMapper: { '^@prankpost/(local-stack|test-harness)$': '<rootDir>/packages/$1/src/index.ts' },
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
  // Jest keeps the modules of every file of a worker in memory: a new worker is cheaper than collecting gigabytes.
  workerIdleMemoryLimit: '2GB',
  // A busy machine takes its time; what must be quick says so itself.
  testTimeout: 60_000,
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
}

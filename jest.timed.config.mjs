import everything from './jest.config.mjs'

/** The tests that hold the clock or memory against a promise: one after the other, with nothing else beside them. */
export default {
  ...everything,
  testMatch: ['<rootDir>/{test,gateway/test,packages/*/test}/**/*.timed.test.ts'],
  testPathIgnorePatterns: everything.testPathIgnorePatterns.filter((pattern) => !pattern.includes('timed')),
  maxWorkers: 1,
}

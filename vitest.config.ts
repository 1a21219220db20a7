import { defineConfig } from 'vitest/config'

/** The test files that end in this, in every package and in `test/`. */
const files = (suffix: string) => [
  `{packages/*,services/*,gateway,web,admin-web}/test/**/*${suffix}`,
  `test/**/*${suffix}`,
]

/**
 * `npm test` runs the project `fast`. `npm run test:slow` runs `slow` (many restarts, whole databases) and then `timed`,
 * one file after the other, because those measure time or memory. All files share one MongoDB, one broker and one stack
 * (test/support/global-setup.ts).
 */
export default defineConfig({
  test: {
    globalSetup: './test/support/global-setup.ts',
    // Files of a worker share their modules: loading them again for each file takes longer than most files run.
    isolate: false,
    // What must be quick has a limit of its own.
    testTimeout: 60_000,
    // A failed test shows what it found, also in the summary of a run, which has no diff.
    chaiConfig: { truncateThreshold: 400 },
    hookTimeout: 90_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'fast',
          include: files('.test.ts'),
          exclude: ['**/node_modules/**', '**/*.slow.test.ts', '**/*.timed.test.ts'],
          // More than the two processors that a small machine has: half of the time of a test is waiting.
          maxWorkers: 4,
        },
      },
      { extends: true, test: { name: 'slow', include: files('.slow.test.ts'), maxWorkers: 2 } },
      { extends: true, test: { name: 'timed', include: files('.timed.test.ts'), maxWorkers: 1 } },
    ],
  },
})

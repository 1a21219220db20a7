import { defineConfig } from 'vitest/config'

/** The test files that end in this, in every package and in `test/`. */
const files = (suffix: string) => [
  `{packages/*,services/*,gateway,web,admin-web}/test/**/*${suffix}`,
  `test/**/*${suffix}`,
]

/** Tests that start the shop many times. */
const longer = { testTimeout: 900_000, hookTimeout: 900_000 }

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
    // Long enough for a machine of a fifth of the usual speed: a limit ends what hangs. What must be quick measures its time.
    testTimeout: 300_000,
    // A failed test shows what it found, also in the summary of a run, which has no diff.
    chaiConfig: { truncateThreshold: 400 },
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'fast',
          include: files('.test.ts'),
          exclude: ['**/node_modules/**', '**/*.slow.test.ts', '**/*.timed.test.ts'],
          // One more than the processors of a small machine: a test waits, too. With four, no time is left on a slow machine, and
          // RabbitMQ ends connections.
          maxWorkers: 3,
        },
      },
      { extends: true, test: { name: 'slow', include: files('.slow.test.ts'), maxWorkers: 2, ...longer } },
      { extends: true, test: { name: 'timed', include: files('.timed.test.ts'), maxWorkers: 1, ...longer } },
    ],
  },
})

import { defineConfig } from 'vitest/config'

const anywhere = '{packages/*,services/*,gateway,web,admin-web}/test/**'

/**
 * `npm test` runs every test file but `*.timed.test.ts`; `npm run test:slow` runs those, one after the other, because
 * they measure time or memory (`--project`). All files share one MongoDB and one broker (test/support/global-setup.ts).
 */
export default defineConfig({
  test: {
    globalSetup: './test/support/global-setup.ts',
    // Files of a worker share their modules: loading them again for each file takes longer than most files run.
    isolate: false,
    // What must be quick has a limit of its own.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'fast',
          include: [`${anywhere}/*.test.ts`, 'test/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/*.timed.test.ts'],
          maxWorkers: 2,
        },
      },
      {
        extends: true,
        test: {
          name: 'slow',
          include: [`${anywhere}/*.timed.test.ts`, 'test/**/*.timed.test.ts'],
          exclude: ['**/node_modules/**'],
          maxWorkers: 1,
        },
      },
    ],
  },
})

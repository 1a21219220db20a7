import type { Engines } from '../../packages/local-stack/src/index.ts'

/** What the set-up of the test run started, for its teardown. */
export const started: { current?: { engines: Engines; dataDir: string } } = {}

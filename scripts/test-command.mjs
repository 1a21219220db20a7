import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pinnedNode, root, run } from './run-process.mjs'
import { provideSystemTools } from './system-tools.mjs'

const jest = path.join(root, 'node_modules', 'jest', 'bin', 'jest.js')
const build = path.join(root, 'packages', 'local-stack', 'src', 'build.ts')

/** Runs all tests, or those that the arguments name; the last line says how many passed and failed. */
export async function test(args) {
  if (!(await provideSystemTools())) return report({ passed: 0, failed: 1 }, 1)
  const built = await run(pinnedNode, [build])
  if (built.code !== 0) return report({ passed: 0, failed: 1 }, built.code)
  const folder = mkdtempSync(path.join(os.tmpdir(), 'prankpost-jest-'))
  const results = path.join(folder, 'results.json')
  const jestArgs = [jest, '--json', `--outputFile=${results}`, ...args]
  try {
    // Only Jest itself hears the signal: it stops its workers, and its teardown the servers.
    const { code } = await run(pinnedNode, [
      '--experimental-vm-modules',
      '--disable-warning=ExperimentalWarning',
      ...jestArgs,
    ])
    return report(counts(results), code)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function report({ passed, failed }, code) {
  console.log(`${passed} passed, ${failed} failed`)
  return code === 0 && failed > 0 ? 1 : code
}

/** Calls every endpoint in odd ways, each `FUZZ_RUNS` times (1,000); the arguments go to the test runner. */
export function fuzz(args) {
  process.env.FUZZ_RUNS ??= '1000'
  return test(['test/fuzz.test.ts', ...args])
}

/** A run without results, or with a file that could not be run, did not pass. */
function counts(results) {
  try {
    const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = JSON.parse(
      readFileSync(results, 'utf8'),
    )
    return { passed: numPassedTests, failed: numFailedTests + numRuntimeErrorTestSuites }
  } catch {
    return { passed: 0, failed: 1 }
  }
}

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { interrupted, pinnedNode, root, run } from './run-process.mjs'
import { provideSystemTools } from './system-tools.mjs'

const jest = path.join(root, 'node_modules', 'jest', 'bin', 'jest.js')
const build = path.join(root, 'packages', 'local-stack', 'src', 'cli', 'build.ts')

/** More files than these do not fail by chance: they get no second try. */
const fewFiles = 5

/**
 * Runs all tests but the slow ones, or those that the arguments name; the last line says how many passed and failed. In
 * a run of everything a few files that failed beside the others are tried once more, alone, and named at the end.
 */
export function test(args) {
  return runTests([(folder) => runJest('jest.config.mjs', folder, args)])
}

/**
 * Runs what is slow by nature: the tests that hold the clock or memory against a promise, one after the other, and the
 * short round of attacks on a shop of its own. With arguments, which name tests, only those; the last line counts as in
 * `test`: an attack that is held passed, one that succeeded or broke off failed.
 */
export function testSlow(args) {
  const steps = [(folder) => runJest('jest.timed.config.mjs', folder, args)]
  return runTests(args.length > 0 ? steps : [...steps, runAttacks])
}

/** Provides what tests need, runs the steps one after the other, and sums them up in the last line. */
async function runTests(steps) {
  if (!(await provideSystemTools())) return report({ passed: 0, failed: 1 }, 1)
  const built = await run(pinnedNode, [build])
  if (built.code !== 0) return report({ passed: 0, failed: 1 }, built.code)
  const folder = mkdtempSync(path.join(os.tmpdir(), 'prankpost-jest-'))
  try {
    const rounds = []
    for (const step of steps) {
      if (interrupted) break
      rounds.push(await step(folder))
    }
    for (const file of rounds.flatMap(({ unsteady }) => unsteady ?? [])) {
      console.log(`UNSTEADY: ${file} failed first (its failures stand above) and passed when tried alone`)
    }
    return report(
      { passed: sum(rounds, ({ passed }) => passed), failed: sum(rounds, ({ failed }) => failed) },
      rounds.find(({ code }) => code !== 0)?.code ?? 0,
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const sum = (rounds, of) => rounds.reduce((total, round) => total + of(round), 0)

/** A round of Jest; in a run of everything with a second try for what failed. */
async function runJest(config, folder, args) {
  const round = await runRound(config, folder, args)
  return args.length > 0 ? round : await tryAgain(round, folder)
}

/** The short round of attacks, on a shop that it starts and stops. */
async function runAttacks(folder) {
  const results = path.join(folder, 'attack.json')
  const main = path.join(root, 'attack', 'main.ts')
  const { code } = await run(pinnedNode, [main, '--start', '--quick', '--json', results])
  return { code, ...attackCounts(results) }
}

/** A run without results did not pass. What could not be tried here counts as neither. */
function attackCounts(file) {
  try {
    const { results } = JSON.parse(readFileSync(file, 'utf8'))
    const count = (...verdicts) => results.filter(({ verdict }) => verdicts.includes(verdict)).length
    return { passed: count('held'), failed: count('succeeded', 'broken') }
  } catch {
    return { passed: 0, failed: 1 }
  }
}

/** One run of Jest, with its results in a file of the folder. */
async function runRound(config, folder, args) {
  const results = path.join(folder, `${config}.json`)
  // Only Jest itself hears the signal: it stops its workers, and its teardown the servers.
  const { code } = await run(pinnedNode, [
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    jest,
    '--config',
    path.join(root, config),
    // What nothing matches is counted below as nothing passed.
    '--passWithNoTests',
    '--json',
    `--outputFile=${results}`,
    ...args,
  ])
  return { config, code, ...counts(results) }
}

/** The round, with the few files that failed in it tried once more. What passes in them counts, what fails, too. */
async function tryAgain(round, folder) {
  const files = round.failures.map(({ file }) => file)
  if (round.code === 0 || interrupted || files.length === 0 || files.length > fewFiles) return round
  console.log(`Tried once more, alone: ${files.map((file) => path.relative(root, file)).join(', ')}`)
  const again = await runRound(round.config, folder, ['--maxWorkers=1', '--runTestsByPath', ...files])
  const stillFailed = new Set(again.failures.map(({ file }) => file))
  return {
    code: again.code,
    passed: round.passed - sum(round.failures, ({ passed }) => passed) + again.passed,
    failed: again.failed,
    unsteady: files.filter((file) => !stillFailed.has(file)).map((file) => path.relative(root, file)),
  }
}

function report({ passed, failed }, code) {
  console.log(`${passed} passed, ${failed} failed`)
  // Nothing that failed is not enough: something must have passed.
  return code === 0 && (failed > 0 || passed === 0) ? 1 : code
}

/** Calls every endpoint in odd ways, each `FUZZ_RUNS` times (1,000); the arguments go to the test runner. */
export function fuzz(args) {
  process.env.FUZZ_RUNS ??= '1000'
  return test(['test/security/fuzz.test.ts', ...args])
}

/** A run without results, or with a file that could not be run, did not pass. */
function counts(results) {
  try {
    const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites, testResults } = JSON.parse(
      readFileSync(results, 'utf8'),
    )
    const failures = testResults
      .filter(({ status }) => status === 'failed')
      .map(({ name, assertionResults }) => ({
        file: name,
        passed: assertionResults.filter(({ status }) => status === 'passed').length,
      }))
    return { passed: numPassedTests, failed: numFailedTests + numRuntimeErrorTestSuites, failures }
  } catch {
    return { passed: 0, failed: 1, failures: [] }
  }
}

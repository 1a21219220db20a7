import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { withDockerEngine } from './docker-engine.mjs'
import { interrupted, NODE_COMPILE_CACHE, pinnedNode, root, run } from './run-process.mjs'
import { provideSystemTools } from './system-tools.mjs'

const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs')
const build = path.join(root, 'packages', 'local-stack', 'src', 'cli', 'build.ts')

/** Runs all tests but the slow ones, or those that the arguments name; the last line says how many passed and failed. */
export function test(args) {
  return runTests([(folder) => runVitest('fast', folder, args)])
}

/**
 * Runs what is slow by nature: the tests with many restarts, then those that measure time or memory, one after the other,
 * and the short forms of the attacks on a shop of its own and of the test in containers, and a few tests with MongoDB and
 * RabbitMQ in containers. With arguments, which name tests, only those. An attack that the shop withstands counts as passed, one that succeeds or breaks off as failed.
 */
export function testSlow(args) {
  if (args.length > 0) {
    return runTests(['slow', 'timed'].map((project) => (folder) => runVitest(project, folder, args)))
  }
  return runTests([
    // In parts, because a step that has begun is not left out any more.
    ...['1/3', '2/3', '3/3'].map((shard) =>
      ifInTime(`slow tests ${shard}`, (folder) => runVitest('slow', folder, [`--shard=${shard}`])),
    ),
    ifInTime('timed tests', (folder) => runVitest('timed', folder, [])),
    ifInTime('attacks', runAttacks),
    ifInTime('test in containers', runComposeTest),
    ifInTime('tests with containers as engines', runContainerTests),
  ])
}

/** A step that is named and left out if it could start only after PRANKPOST_START_BY, in seconds since 1970. */
function ifInTime(name, step) {
  const startBy = Number(process.env.PRANKPOST_START_BY ?? Number.POSITIVE_INFINITY)
  return (folder) =>
    Date.now() / 1000 > startBy ? { code: 0, passed: 0, failed: 0, leftOut: name } : step(folder)
}

/** Provides what tests need, runs the steps one after the other, and sums them up in the last line. */
async function runTests(steps) {
  if (!(await provideSystemTools())) return report({ passed: 0, failed: 1 }, 1)
  const built = await run(pinnedNode, [build])
  if (built.code !== 0) return report({ passed: 0, failed: 1 }, built.code)
  const folder = mkdtempSync(path.join(os.tmpdir(), 'prankpost-results-'))
  try {
    const results = []
    for (const step of steps) {
      if (interrupted) break
      results.push(await step(folder))
    }
    const leftOut = results.flatMap((result) => result.leftOut ?? [])
    for (const name of leftOut) console.log(`NOT RUN, because the time was up: ${name}`)
    // Repeated at the end, because the output of a whole run is long.
    for (const name of results.flatMap(({ failures = [] }) => failures)) console.log(`FAILED ${name}`)
    return report(
      { passed: sum(results, ({ passed }) => passed), failed: sum(results, ({ failed }) => failed) },
      results.find(({ code }) => code !== 0)?.code ?? 0,
      leftOut.length === steps.length,
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const sum = (results, of) => results.reduce((total, result) => total + of(result), 0)

/** One run of Vitest, with its results in a file of the folder. `wrap` returns the command that runs the given one. */
async function runVitest(project, folder, args, { wrap = (...command) => command, env = {} } = {}) {
  const results = path.join(folder, `${project}-${randomUUID()}.json`)
  // Only Vitest itself hears the signal: it stops its workers, and the global set-up the servers.
  const [command, commandArgs] = wrap(pinnedNode, [
    vitest,
    'run',
    `--project=${project}`,
    // Tests that match nothing are counted below as nothing passed.
    '--passWithNoTests',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${results}`,
    ...args,
  ])
  const { code } = await run(command, commandArgs, { env: { NODE_COMPILE_CACHE, ...env } })
  return { code, ...counts(results) }
}

/** The short form of the attacks, on a shop that it starts and stops. */
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
    const failures = results
      .filter(({ verdict }) => ['succeeded', 'broken'].includes(verdict))
      .map(({ name, verdict, reason, checks }) => {
        const why = [
          reason,
          ...checks.filter(({ held }) => !held).map(({ what, seen }) => `${what}: ${seen}`),
        ]
        return [`attack ${name}: ${verdict}`, ...why.filter(Boolean)].join('\n    ')
      })
    const passed = results.filter(({ verdict }) => verdict === 'held').length
    return { passed, failed: failures.length, failures }
  } catch {
    return { passed: 0, failed: 1 }
  }
}

/** The short form of the test in containers. */
async function runComposeTest(folder) {
  const results = path.join(folder, 'compose-test.json')
  const main = path.join(root, 'compose-test', 'main.ts')
  const { code } = await run(...withDockerEngine(pinnedNode, [main, '--quick', '--json', results]))
  return { code, ...composeTestCounts(results, code) }
}

/** Without an engine there are no results, and nothing passed or failed. */
function composeTestCounts(file, code) {
  if (!existsSync(file)) return { passed: 0, failed: code === 0 ? 0 : 1 }
  const { steps, failures } = JSON.parse(readFileSync(file, 'utf8'))
  const passed = steps.filter(({ result }) => result === 'ok').length
  return { passed, failed: failures.length, failures: failures.map((line) => `compose-test: ${line}`) }
}

/** Tests that use MongoDB and RabbitMQ most, with both in containers where an engine runs or can be started. */
const containerTests = [
  'packages/messaging/test/relay.test.ts',
  'packages/messaging/test/poison.test.ts',
  'packages/service-kit/test/database.test.ts',
  'services/order/test/events.test.ts',
  // Its list relies on the order in which a hinted index returns documents.
  'services/fulfilment/test/arrive-by.test.ts',
]

/** Where there is no engine, the same tests run again without containers; the first line of the run says which. */
const runContainerTests = (folder) =>
  runVitest('fast', folder, containerTests, {
    wrap: withDockerEngine,
    env: { PRANKPOST_TEST_ENGINES: '' },
  })

function report({ passed, failed }, code, allLeftOut = false) {
  console.log(`${passed} passed, ${failed} failed`)
  // Nothing that failed is not enough: something must have passed, unless every step was left out.
  return code === 0 && (failed > 0 || (passed === 0 && !allLeftOut)) ? 1 : code
}

/** Calls every endpoint in odd ways, each `FUZZ_RUNS` times (1,000); the arguments go to the test runner. */
export function fuzz(args) {
  process.env.FUZZ_RUNS ??= '1000'
  return runTests([(folder) => runVitest('slow', folder, ['test/security/fuzz.slow.test.ts', ...args])])
}

/** The lines of an error that say what was wrong and where in our own code. */
const startOf = (message = '') =>
  stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => !/node_modules|<anonymous>/.test(line))
    .slice(0, 12)
    .map((line) => `    ${line.slice(0, 200)}`)
    .join('\n')

/** A file that could not be run, or whose set-up failed, counts as one failure. */
function counts(results) {
  try {
    const { numPassedTests, testResults } = JSON.parse(readFileSync(results, 'utf8'))
    const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
      const file = path.relative(root, name)
      const failed = assertionResults.filter((result) => result.status === 'failed')
      if (status === 'failed' && failed.length === 0) return [`${file}\n${startOf(message)}`]
      return failed.map(
        ({ fullName, failureMessages }) => `${file} > ${fullName}\n${startOf(failureMessages[0])}`,
      )
    })
    return { passed: numPassedTests, failed: failures.length, failures }
  } catch {
    return { passed: 0, failed: 1 }
  }
}

/**
 * Measures the store with Lighthouse's mobile settings, at the address of `npm start` or at any other one:
 * `npm run lighthouse [-- <origin>] [--before <origin>] [--runs 5] [--only /support] [--applied]`. Prints a table for the
 * documents, with the medians; with `--before` those of an earlier version, too, measured alternately. Fails when a page misses
 * a target. Lighthouse simulates a slow network and processor from a fast visit, and then counts what was fetched before the
 * first paint although the paint did not wait for it, such as fonts; with `--applied` the visit itself is that slow.
 */
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { launch } from 'chrome-launcher'
import lighthouse, { type Result } from 'lighthouse'

const stackFile = new URL('../../.local/stack.json', import.meta.url)

interface Target {
  path: string
  /** The lowest score of each category. */
  score: number
  /** Screens of a customer are not for search engines. */
  isPrivate?: boolean
}

/** Where visitors arrive, then other screens. */
const targets: Target[] = [
  ...['/', '/pranks/raw-potato', '/subscribe', '/support'].map((path) => ({ path, score: 100 })),
  ...['/anonymity', '/fair-draw', '/do-not-prank', '/privacy-policy'].map((path) => ({ path, score: 98 })),
  ...['/cart', '/dashboard'].map((path) => ({ path, score: 98, isPrivate: true })),
]

/** The figures of a page, and the most that the pages where visitors arrive may have. */
const figures = [
  { name: 'first paint, s', audit: 'first-contentful-paint', unit: 1000, digits: 2 },
  { name: 'largest paint, s', audit: 'largest-contentful-paint', unit: 1000, digits: 2, most: 1 },
  { name: 'blocking, ms', audit: 'total-blocking-time', unit: 1, digits: 0, most: 50 },
  { name: 'shift', audit: 'cumulative-layout-shift', unit: 1, digits: 3, most: 0.005 },
]
const categories = ['performance', 'accessibility', 'best-practices', 'seo']

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '5' },
    before: { type: 'string' },
    only: { type: 'string' },
    applied: { type: 'boolean', default: false },
  },
})

/** The address of the store that `npm start` runs; its default address when no stack file exists. */
async function runningStore(): Promise<string> {
  try {
    const stack: { baseUrl?: string } = JSON.parse(await readFile(stackFile, 'utf8'))
    if (stack.baseUrl) return stack.baseUrl
  } catch {
    // No stack has been started from this folder.
  }
  return 'http://localhost:8080'
}

/** Takes one measurement; null for a page that does not exist. Repeats it when the trace failed, which happens on a busy machine. */
async function measure(url: string, port: number, attempts = 3): Promise<Result | null> {
  const measured = await lighthouse(url, {
    port,
    logLevel: 'error',
    output: 'json',
    throttlingMethod: values.applied ? 'devtools' : 'simulate',
  })
  const failure = measured ? measured.lhr.runtimeError : { code: 'NOTHING', message: 'No answer.' }
  if (measured && !failure) return measured.lhr
  if (failure?.code === 'ERRORED_DOCUMENT_REQUEST') return null
  if (attempts > 1 && failure?.code === 'NO_NAVSTART') return measure(url, port, attempts - 1)
  throw new Error(`${url}: ${failure?.message} Is the store running (npm start)?`)
}

const median = (numbers: number[]) =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN

/** The medians of one page's runs: its scores of 100, and its figures. */
const summaryOf = (results: Result[], { isPrivate = false }: Target) => ({
  scores: categories
    .slice(0, isPrivate ? -1 : undefined)
    .map((id) => Math.round(median(results.map((result) => result.categories[id]?.score ?? 0)) * 100)),
  values: figures.map(({ audit, unit }) =>
    median(results.map((result) => (result.audits[audit]?.numericValue ?? Number.NaN) / unit)),
  ),
})
type Summary = ReturnType<typeof summaryOf>

const cellsOf = ({ scores, values: found }: Summary) => [
  scores.join(' / '),
  ...found.map((value, index) => value.toFixed(figures[index]?.digits)),
]

/** What misses its target, in words. */
function missed({ path, score }: Target, { scores, values: found }: Summary): string[] {
  const isArrival = score === 100
  return [
    ...scores.flatMap((value, index) =>
      value < score ? [`${path}: ${categories[index]} ${value} of ${score}`] : [],
    ),
    ...figures.flatMap(({ name, digits, most = Number.POSITIVE_INFINITY }, index) => {
      const value = found[index] ?? Number.NaN
      return isArrival && !(value <= most) ? [`${path}: ${name} ${value.toFixed(digits)} of ${most}`] : []
    }),
  ]
}

/** The largest paint of an arrival is at most this part of what it was before. */
const mostOfBefore = 0.6
const isLargest = ({ audit }: (typeof figures)[number]) => audit === 'largest-contentful-paint'
const largestOf = ({ values: found }: Summary) => found[figures.findIndex(isLargest)] ?? Number.NaN

/** Whether a page where visitors arrive became fast enough, in words if not. */
function missedRatio({ path, score }: Target, before: Summary, after: Summary): string[] {
  const ratio = largestOf(after) / largestOf(before)
  const isMissed = score === 100 && !(ratio <= mostOfBefore)
  return isMissed ? [`${path}: largest paint ${ratio.toFixed(2)} of before, at most ${mostOfBefore}`] : []
}

const now = positionals[0] ?? (await runningStore())
const origins = values.before ? [values.before, now] : [now]
const runs = Math.max(1, Number(values.runs) || 1)
const chrome = await launch({
  ...(process.env.CHROMIUM_PATH && { chromePath: process.env.CHROMIUM_PATH }),
  chromeFlags: ['--headless=new', '--no-sandbox', '--disable-dev-shm-usage'],
})
const row = (cells: string[]) => console.log(`| ${cells.join(' | ')} |`)
const misses: string[] = []
try {
  console.log(
    `Lighthouse, mobile, ${values.applied ? 'applied' : 'simulated'} throttling, ${new Date().toISOString().slice(0, 10)}, median of ${runs}\n`,
  )
  row(['page', 'version', categories.join(' / '), ...figures.map(({ name }) => name)])
  row(['---', '---', '---', ...figures.map(() => '---:')])
  for (const target of targets.filter(({ path }) => path === (values.only ?? path))) {
    const results = origins.map((): Result[] => [])
    // One after the other: parallel runs would slow each other down.
    for (let run = 0; run < runs; run += 1)
      for (const [index, origin] of origins.entries()) {
        const result = await measure(new URL(target.path, origin).href, chrome.port)
        if (result) results[index]?.push(result)
      }
    let former: Summary | undefined
    for (const [index, found] of results.entries()) {
      const isNow = index === origins.length - 1
      if (isNow && found.length === 0) throw new Error(`${target.path} is not there.`)
      if (found.length === 0) continue
      const summary = summaryOf(found, target)
      row([target.path, isNow ? 'now' : 'before', ...cellsOf(summary)])
      if (!isNow) former = summary
      else misses.push(...missed(target, summary), ...(former ? missedRatio(target, former, summary) : []))
    }
  }
  for (const line of misses) console.log(`MISSED ${line}`)
  process.exitCode = misses.length > 0 ? 1 : 0
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  await chrome.kill()
}

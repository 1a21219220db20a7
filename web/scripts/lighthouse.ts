/**
 * Measures the store with Lighthouse's mobile settings, at the address of `npm start` or at any other address:
 * `npm run lighthouse [-- <url>] [--runs 3]`. Prints the median run, and fails when it misses a target:
 * every score at least 95, Largest Contentful Paint under 1.5 s, layout shift under 0.02.
 */
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { launch } from 'chrome-launcher'
import lighthouse, { type Result } from 'lighthouse'

const stackFile = new URL('../../.local/stack.json', import.meta.url)
const minScore = 95
const maxPaintMs = 1500
const maxShift = 0.02

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string', default: '3' } },
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

/** Takes one measurement. Repeats it when the trace failed, which happens on a busy machine. */
async function measure(url: string, port: number, attempts = 3): Promise<Result> {
  const measured = await lighthouse(url, { port, logLevel: 'error', output: 'json' })
  const failure = measured ? measured.lhr.runtimeError : { code: 'NOTHING', message: 'No answer.' }
  if (measured && !failure) return measured.lhr
  if (attempts > 1 && failure?.code === 'NO_NAVSTART') return measure(url, port, attempts - 1)
  throw new Error(`${url}: ${failure?.message} Is the store running (npm start)?`)
}

const scoreOf = (result: Result, category: string) =>
  Math.round((result.categories[category]?.score ?? 0) * 100)
const figureOf = (result: Result, audit: string) => result.audits[audit]?.numericValue ?? Number.NaN

/** Prints one line for each figure; true when all figures meet their targets. */
function report(result: Result): boolean {
  const scores = Object.values(result.categories).map(({ id, title }) => {
    const score = scoreOf(result, id)
    return { name: title, shown: String(score), passes: score >= minScore }
  })
  const paint = figureOf(result, 'largest-contentful-paint')
  const shift = figureOf(result, 'cumulative-layout-shift')
  const lines = [
    ...scores,
    { name: 'Largest Contentful Paint', shown: `${(paint / 1000).toFixed(2)} s`, passes: paint < maxPaintMs },
    { name: 'Cumulative Layout Shift', shown: shift.toFixed(3), passes: shift < maxShift },
  ]
  for (const { name, shown, passes } of lines)
    console.log(`${passes ? 'ok    ' : 'MISSED'} ${name.padEnd(26)} ${shown}`)
  for (const line of lostPoints(result)) console.log(line)
  return lines.every(({ passes }) => passes)
}

/** The audits that cost points. */
function lostPoints(result: Result): string[] {
  return Object.values(result.categories).flatMap(({ title, auditRefs }) =>
    auditRefs
      .filter(({ id, weight }) => weight > 0 && (result.audits[id]?.score ?? 1) < 0.9)
      .map(({ id }) => `       ${title}: ${result.audits[id]?.title}`),
  )
}

const url = positionals[0] ?? (await runningStore())
const runs = Math.max(1, Number(values.runs) || 1)
const chrome = await launch({
  ...(process.env.CHROMIUM_PATH && { chromePath: process.env.CHROMIUM_PATH }),
  chromeFlags: ['--headless=new', '--no-sandbox', '--disable-dev-shm-usage'],
})
try {
  const results: Result[] = []
  // One after the other: parallel runs would slow each other down.
  for (let run = 0; run < runs; run += 1) results.push(await measure(url, chrome.port))
  results.sort((one, other) => scoreOf(one, 'performance') - scoreOf(other, 'performance'))
  const median = results[Math.floor(results.length / 2)]
  console.log(`${url}, mobile, median of ${runs}`)
  process.exitCode = median && report(median) ? 0 : 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  await chrome.kill()
}

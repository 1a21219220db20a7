import type { Target } from './config.ts'
import { type Figures, figuresBetween } from './figures.ts'
import { parsePrometheusText } from './prometheus-text.ts'
import { type Snapshot, takeSnapshot } from './snapshot.ts'

/** A process as the page shows it. */
export interface ProcessView {
  name: string
  replica: number
  /** Whether it answered the last look. */
  up: boolean
  /** null while it does not answer. */
  figures: Figures | null
}

/** Looks at processes when somebody asks. */
export interface ProcessWatch {
  /** How all of them are; looks at most once in five seconds, whoever asks, and never when nobody does. */
  look(): Promise<ProcessView[]>
}

interface Options {
  fetchText?: (url: string) => Promise<string>
  now?: () => number
}

const pauseMs = 5_000
// A page asks every five seconds; a timer may be a little early.
const earlyMs = 500
const windowMs = 60_000
const timeoutMs = 2_000
const largestAnswerBytes = 4 * 1024 * 1024

/** Watches processes by their /metrics and keeps what it saw of each for a minute. */
export function createProcessWatch(
  targets: Target[],
  { fetchText = fetchMetrics, now = Date.now }: Options = {},
): ProcessWatch {
  const watched = targets.map((target) => ({ target, seen: [] as Snapshot[], up: false }))
  let lookedAtMs = Number.NEGATIVE_INFINITY
  let looking: Promise<void> | undefined

  async function lookAt(process: (typeof watched)[number]): Promise<void> {
    try {
      const text = await fetchText(`${process.target.url}/metrics`)
      const atMs = now()
      // The oldest look may be a pause older than the minute, so that there is a whole minute to speak of.
      const kept = process.seen.filter((one) => one.atMs >= atMs - windowMs - pauseMs)
      process.seen = [...kept, takeSnapshot(parsePrometheusText(text), atMs)]
      process.up = true
    } catch {
      process.up = false
    }
  }

  return {
    async look() {
      if (now() - lookedAtMs >= pauseMs - earlyMs) {
        lookedAtMs = now()
        looking = Promise.all(watched.map(lookAt)).then(() => {})
      }
      await looking
      return watched.map(({ target: { name, replica }, seen, up }) => ({
        name,
        replica,
        up,
        figures: up ? latestFigures(seen) : null,
      }))
    },
  }
}

function latestFigures(seen: Snapshot[]): Figures | null {
  const latest = seen.at(-1)
  // What was counted before a restart says nothing about after it.
  const earlier = seen.find(({ startedAtSeconds }) => startedAtSeconds === latest?.startedAtSeconds)
  return latest ? figuresBetween(earlier, latest) : null
}

async function fetchMetrics(url: string): Promise<string> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
  const text = await answer.text()
  if (text.length > largestAnswerBytes) throw new Error(`${url} answered too much`)
  return text
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { Check } from '../frame/attack.ts'
import type { Answer } from './http.ts'

/** The same calls of a victim, without load (calm) and under attack. */
export interface Timing {
  victim: string
  samples: number
  calmMedianMs: number
  calmSlowestMs: number
  medianMs: number
  slowestMs: number
  /** The slowest answer under attack, divided by the calm median. */
  ratio: number
  /** Calls of the victim that did not get the expected answer during the attack. */
  refused: number
}

/** The slowest answer under a flood must stay below this multiple of the calm median. */
const maxRatio = 5

/** How many answers of each status an attacker got. */
export type Tally = Record<string, number>

interface Flood {
  /** One call of the attacker; `n` counts up. */
  call: (n: number) => Promise<Pick<Answer, 'status'>>
  perSecond: number
}

interface Measurement {
  /** The name of the timed call, for the report. */
  victim: string
  /** One call of the victim. @throws when the answer is not the expected one */
  call: () => Promise<unknown>
  /** The interval between starts of calls; a longer call delays the next one. */
  everyMs: number
  flood: Flood
  /** How long the victim is timed under attack; without load, half of that. */
  seconds: number
}

const warmUpCalls = 8

/** Times a victim's calls without load, then under a flood. */
export async function timeUnderFlood(measurement: Measurement): Promise<{ timing: Timing; tally: Tally }> {
  const { victim, call, everyMs, flood, seconds } = measurement
  for (let n = 0; n < warmUpCalls; n++) await call()
  const calm = await timeCalls(call, { everyMs, seconds: seconds / 2 })
  const running = startFlood(flood)
  try {
    let refused = 0
    const attacked = await timeCalls(() => call().catch(() => refused++), { everyMs, seconds })
    return { timing: { ...timingOf(victim, calm, attacked), refused }, tally: await running.stop() }
  } finally {
    await running.stop()
  }
}

async function timeCalls(
  call: () => Promise<unknown>,
  { everyMs, seconds }: { everyMs: number; seconds: number },
): Promise<number[]> {
  const end = performance.now() + seconds * 1_000
  const durations: number[] = []
  while (performance.now() < end) {
    const startedAt = performance.now()
    await call()
    const ms = performance.now() - startedAt
    durations.push(ms)
    await sleep(Math.max(0, everyMs - ms))
  }
  return durations
}

/** Calls at a constant rate, without waiting for answers, until it is stopped. */
function startFlood({ call, perSecond }: Flood): { stop(): Promise<Tally> } {
  const tally: Tally = {}
  const inProgress = new Set<Promise<void>>()
  let sent = 0
  const startedAt = performance.now()
  const timer = setInterval(() => {
    const due = ((performance.now() - startedAt) / 1_000) * perSecond
    for (; sent < due; sent++) {
      const one: Promise<void> = call(sent)
        .then(({ status }) => count(tally, String(status)))
        .catch((error: NodeJS.ErrnoException) => count(tally, error.code ?? 'failed'))
        .finally(() => inProgress.delete(one))
      inProgress.add(one)
    }
  }, 10)
  return {
    async stop() {
      clearInterval(timer)
      await Promise.all(inProgress)
      return tally
    },
  }
}

function count(tally: Tally, key: string): void {
  tally[key] = (tally[key] ?? 0) + 1
}

/** Compares two series of the same calls. */
export function timingOf(victim: string, calm: number[], attacked: number[]): Timing {
  const calmMedianMs = medianOf(calm)
  const slowestMs = Math.max(...attacked)
  return {
    victim,
    samples: attacked.length,
    calmMedianMs,
    calmSlowestMs: Math.max(...calm),
    medianMs: medianOf(attacked),
    slowestMs,
    ratio: slowestMs / calmMedianMs,
    refused: 0,
  }
}

function medianOf(durations: number[]): number {
  const sorted = durations.toSorted((a, b) => a - b)
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (middle === undefined) throw new Error('nothing was timed')
  return middle
}

/** The check that a victim's slowest answer stayed below the bound. */
export const expectQuick = (timing: Timing, max = maxRatio): Check => ({
  what: `${timing.victim}: all are answered, the slowest within ${max} calm medians`,
  held: timing.ratio < max && timing.refused === 0,
  seen:
    `slowest ${timing.slowestMs.toFixed(0)} ms, median ${timing.medianMs.toFixed(1)} ms, ${timing.refused} refused; ` +
    `calm median ${timing.calmMedianMs.toFixed(1)} ms, slowest ${timing.calmSlowestMs.toFixed(0)} ms`,
})

/** The timing with the highest ratio. */
export const worstOf = (timings: [Timing, ...Timing[]]): Timing =>
  timings.reduce((worst, one) => (one.ratio > worst.ratio ? one : worst))

/** Statuses with their counts: `200: 3, 429: 57`. */
export const describeTally = (tally: Tally): string =>
  Object.entries(tally)
    .map(([status, times]) => `${status}: ${times}`)
    .join(', ')

/** How many answers had each of these statuses. */
export function tallyOf(answers: Pick<Answer, 'status'>[]): Tally {
  const tally: Tally = {}
  for (const { status } of answers) count(tally, String(status))
  return tally
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { Check } from '../frame/attack.ts'
import type { Answer } from './http.ts'

/** The same calls of a victim, calm and under attack. */
export interface Timing {
  victim: string
  samples: number
  calmMedianMs: number
  calmSlowestMs: number
  medianMs: number
  slowestMs: number
  /** The slowest answer under attack, in calm medians. */
  ratio: number
  /** Calls of the victim that were not answered as they should be while the attack went on. */
  refused: number
}

/** Under a flood the slowest answer must stay below so many calm medians. */
const mostRatio = 5

/** How many answers of each status an attacker got. */
export type Tally = Record<string, number>

interface Flood {
  /** One call of the attacker; `n` counts up. */
  call: (n: number) => Promise<Pick<Answer, 'status'>>
  perSecond: number
}

interface Measurement {
  /** What is timed, for the report. */
  victim: string
  /** One call of the victim. @throws when it is not answered as it should be */
  call: () => Promise<unknown>
  /** A call starts so long after the one before, or with its end. */
  everyMs: number
  flood: Flood
  /** How long the victim is timed under attack; when calm for half of that. */
  seconds: number
}

const warmUpCalls = 8

/** Times a victim's calls calm, then the same under a flood. */
export async function timeUnderFlood(measurement: Measurement): Promise<{ timing: Timing; tally: Tally }> {
  const { victim, call, everyMs, flood, seconds } = measurement
  for (let n = 0; n < warmUpCalls; n++) await call()
  const calm = await timeCalls(call, { everyMs, seconds: seconds / 2 })
  const running = startFlood(flood)
  try {
    let refused = 0
    const pressed = await timeCalls(() => call().catch(() => refused++), { everyMs, seconds })
    return { timing: { ...timingOf(victim, calm, pressed), refused }, tally: await running.stop() }
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

/** Calls at a steady rate, without waiting for answers, until it is stopped. */
function startFlood({ call, perSecond }: Flood): { stop(): Promise<Tally> } {
  const tally: Tally = {}
  const underWay = new Set<Promise<void>>()
  let sent = 0
  const startedAt = performance.now()
  const timer = setInterval(() => {
    const due = ((performance.now() - startedAt) / 1_000) * perSecond
    for (; sent < due; sent++) {
      const one: Promise<void> = call(sent)
        .then(({ status }) => count(tally, String(status)))
        .catch((error: NodeJS.ErrnoException) => count(tally, error.code ?? 'failed'))
        .finally(() => underWay.delete(one))
      underWay.add(one)
    }
  }, 10)
  return {
    async stop() {
      clearInterval(timer)
      await Promise.all(underWay)
      return tally
    },
  }
}

function count(tally: Tally, key: string): void {
  tally[key] = (tally[key] ?? 0) + 1
}

/** Two series of the same calls, in figures. */
export function timingOf(victim: string, calm: number[], pressed: number[]): Timing {
  const calmMedianMs = medianOf(calm)
  const slowestMs = Math.max(...pressed)
  return {
    victim,
    samples: pressed.length,
    calmMedianMs,
    calmSlowestMs: Math.max(...calm),
    medianMs: medianOf(pressed),
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

/** The check that a victim stayed below the bound. */
export const expectQuick = (timing: Timing, most = mostRatio): Check => ({
  what: `${timing.victim}: all are answered, the slowest within ${most} calm medians`,
  held: timing.ratio < most && timing.refused === 0,
  seen:
    `slowest ${timing.slowestMs.toFixed(0)} ms, median ${timing.medianMs.toFixed(1)} ms, ${timing.refused} refused; ` +
    `calm median ${timing.calmMedianMs.toFixed(1)} ms, slowest ${timing.calmSlowestMs.toFixed(0)} ms`,
})

/** Of several timings the one with the highest ratio. */
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

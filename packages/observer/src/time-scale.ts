/** Where moments of a trace stand on its time line, from 0 to 1. */
export interface TimeScale {
  place(ms: number): number
  /** The moment that stands there: `place` the other way round. */
  at(share: number): number
  /** Times in which nothing happened that are drawn shorter than they were. */
  cuts: { from: number; to: number; lengthMs: number }[]
}

interface Interval {
  offsetMs: number
  durationMs: number
}

const shortestCutMs = 1_000
const mostCuts = 5
const cutWidth = 0.04

/**
 * A time line on which long pauses are cut short: between a payment page and its payment lie minutes in which nothing
 * happens, and all that does would be a hair wide. A pause is cut when it is longer than all that is not pause.
 */
export function createTimeScale(spans: Interval[]): TimeScale {
  const totalMs = spans.reduce((end, { offsetMs, durationMs }) => Math.max(end, offsetMs + durationMs), 0)
  const pauses = pausesOf(spans)
  const busyMs = totalMs - sum(pauses)
  const cut = pauses
    .filter((pause) => lengthOf(pause) > Math.max(shortestCutMs, busyMs))
    .toSorted((a, b) => lengthOf(b) - lengthOf(a))
    .slice(0, mostCuts)
    .toSorted((a, b) => a.fromMs - b.fromMs)
  const shownMs = totalMs - sum(cut)
  const perMs = shownMs > 0 ? (1 - cut.length * cutWidth) / shownMs : 0

  // Corners of the line, between which it is straight.
  const corners = [{ ms: 0, share: 0 }]
  const cuts: TimeScale['cuts'] = []
  for (const { fromMs, toMs } of cut) {
    const last = corners.at(-1) ?? { ms: 0, share: 0 }
    const from = last.share + (fromMs - last.ms) * perMs
    corners.push({ ms: fromMs, share: from }, { ms: toMs, share: from + cutWidth })
    cuts.push({ from, to: from + cutWidth, lengthMs: toMs - fromMs })
  }
  corners.push({ ms: totalMs, share: 1 })
  return {
    place: (ms) => between(corners, 'ms', 'share', ms),
    at: (share) => between(corners, 'share', 'ms', share),
    cuts,
  }
}

interface Pause {
  fromMs: number
  toMs: number
}

const lengthOf = ({ fromMs, toMs }: Pause) => toMs - fromMs
const sum = (pauses: Pause[]) => pauses.reduce((total, pause) => total + lengthOf(pause), 0)

/** The times that no span covers. */
function pausesOf(spans: Interval[]): Pause[] {
  const pauses: Pause[] = []
  let endMs = 0
  for (const { offsetMs, durationMs } of spans.toSorted((a, b) => a.offsetMs - b.offsetMs)) {
    if (offsetMs > endMs) pauses.push({ fromMs: endMs, toMs: offsetMs })
    endMs = Math.max(endMs, offsetMs + durationMs)
  }
  return pauses
}

type Corner = { ms: number; share: number }

function between(corners: Corner[], from: keyof Corner, to: keyof Corner, value: number): number {
  const next = corners.findIndex((corner, index) => index > 0 && corner[from] >= value)
  const right = corners.at(next) ?? { ms: 0, share: 0 }
  const left = corners[next === -1 ? 0 : next - 1] ?? right
  const width = right[from] - left[from]
  return width > 0 ? left[to] + ((value - left[from]) / width) * (right[to] - left[to]) : left[to]
}

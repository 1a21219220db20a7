import { type RunningProcesses, residentMemory } from '../bench/memory.ts'

/** Memory of one process in whole MB: the median of the first and of the last minute, and the maximum. */
export interface MemoryFigures {
  first: number
  last: number
  peak: number
}

/** Samples the memory of several processes until `stop`. */
export interface MemoryWatch {
  figures(): Record<string, MemoryFigures>
  stop(): void
}

/** The memory of each process at one moment, in whole MB. */
export interface MemorySample {
  at: number
  mb: Record<string, number>
}

const everyMs = 5_000
const minuteMs = 60_000

/** Watches the memory of the services, the gateway and this process until `stop`. */
export function watchMemory(stack: RunningProcesses): MemoryWatch {
  const samples: MemorySample[] = []
  const sample = () => {
    try {
      const soak = Math.round(process.memoryUsage().rss / 1024 ** 2)
      samples.push({ at: Date.now(), mb: { ...residentMemory(stack), soak } })
    } catch {
      // A process was killed after its pid was read.
    }
  }
  const timer = setInterval(sample, everyMs)
  return {
    stop: () => clearInterval(timer),
    figures() {
      sample()
      return figuresOf(samples)
    },
  }
}

/** Summarizes the samples of each process that the last one contains. */
export function figuresOf(samples: MemorySample[]): Record<string, MemoryFigures> {
  const [begin = 0, end = 0] = [samples[0]?.at, samples.at(-1)?.at]
  const names = Object.keys(samples.at(-1)?.mb ?? {})
  const of = (name: string, when: (at: number) => boolean) =>
    samples.filter(({ at }) => when(at)).flatMap(({ mb }) => mb[name] ?? [])
  return Object.fromEntries(
    names.map((name) => [
      name,
      {
        first: median(of(name, (at) => at <= begin + minuteMs)),
        last: median(of(name, (at) => at >= end - minuteMs)),
        peak: Math.max(...of(name, () => true)),
      },
    ]),
  )
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

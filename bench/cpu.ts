import { readFileSync } from 'node:fs'

/** Processes that are not part of the product: the engines, the replacements of other parties, and the callers. */
const others = ['mongodb', 'broker', 'sandbox', 'mail-catcher', 'bench']
/** A process with the name under which its time is reported. */
export interface Timed {
  spec: { name: string }
  pid?: number | undefined
}

/** Linux counts in hundredths of a second. */
const msPerTick = 10

/** Measures CPU time from now on: `since` returns the time per piece of work, of each process and of the whole product. */
export function cpuOf({ processes }: { processes: Timed[] }) {
  const before = usedMs(processes)
  return {
    /** In milliseconds, for each of this many pieces of work. */
    since(pieces: number) {
      const now = usedMs(processes)
      const each = Object.entries(now).map(
        ([name, ms]) => [name, round((ms - (before[name] ?? 0)) / pieces)] as const,
      )
      const ours = each.filter(([name]) => !others.includes(name)).reduce((sum, [, ms]) => sum + ms, 0)
      return { ours: round(ours), ...Object.fromEntries(each.sort(([, a], [, b]) => b - a)) }
    },
  }
}

function usedMs(processes: Timed[]): Record<string, number> {
  const used: Record<string, number> = { bench: processMs(process.pid) }
  for (const { spec, pid } of processes) {
    if (pid) used[spec.name] = (used[spec.name] ?? 0) + processMs(pid)
  }
  return used
}

function processMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name may contain spaces: the fields are counted from its closing bracket.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * msPerTick
}

const round = (ms: number) => Math.round(ms * 100) / 100

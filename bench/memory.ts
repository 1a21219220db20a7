import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Processes whose memory can be measured while they have a pid. */
export interface RunningProcesses {
  processes: { spec: { name: string }; pid?: number | undefined }[]
}

/** Resident memory of a stack's services and its gateway, in whole MB, by name. */
export function residentMemory({ processes }: RunningProcesses): Record<string, number> {
  const ours = oursOf(processes)
  const pids = ours.map(({ pid }) => String(pid)).join(',')
  const lines = execFileSync('ps', ['-o', 'pid=,rss=', '-p', pids], { encoding: 'utf8' }).trim().split('\n')
  const byPid = new Map(lines.map((line) => line.trim().split(/\s+/).map(Number) as [number, number]))
  return Object.fromEntries(ours.map(({ spec, pid }) => [spec.name, inMb(byPid.get(Number(pid)) ?? 0)]))
}

/** The same by Linux's proportional set size: memory that processes share, such as Node's pages, is divided among them. */
export function shareOfMemory({ processes }: RunningProcesses): Record<string, number> {
  return Object.fromEntries(oursOf(processes).map(({ spec, pid }) => [spec.name, inMb(shareOf(Number(pid)))]))
}

/** The proportional set size of a process and of all its descendants, in whole MB. */
export function treeMemory(pid: number): number {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
  const pairs = lines.map((line) => line.trim().split(/\s+/).map(Number) as [pid: number, parent: number])
  const treeOf = (root: number): number[] => [
    root,
    ...pairs.filter(([, parent]) => parent === root).flatMap(([child]) => treeOf(child)),
  ]
  return inMb(treeOf(pid).reduce((sum, one) => sum + shareOf(one), 0))
}

const shareOf = (pid: number) =>
  Number(/^Pss: +(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1])

const oursOf = (processes: RunningProcesses['processes']) =>
  processes.filter(
    ({ spec, pid }) => !['mongodb', 'broker', 'sandbox', 'mail-catcher'].includes(spec.name) && pid,
  )
const inMb = (kb: number) => Math.round(kb / 1024)

import { setTimeout as sleep } from 'node:timers/promises'
import type { Stack } from '@prankpost/test-harness'
import type { Random } from '../../bench/random.ts'
import type { Journal } from '../journal.ts'
import type { Condition, Wire } from '../wires/wire.ts'
import { setCondition, type Wiring } from '../wires/wiring.ts'
import { createDeck, nameOf } from './victims.ts'

/** The faults that were injected: how often, by process or by kind. */
export interface ChaosRecord {
  kills: Record<string, number>
  pauses: Record<string, number>
  wires: Record<string, number>
  lastKillAt: number
}

export interface ChaosOptions {
  stack: Stack
  wiring: Wiring
  journal: Journal
  randoms: [kills: Random, pauses: Random, wires: Random]
  killEveryMs: number
  /** The last kill happens at this time; all other faults are over by then. */
  until: number
}

/**
 * Kills a process with -9 every `killEveryMs`, and in between pauses some (SIGSTOP) and disturbs wires. Resolves right
 * after the last kill, when all other faults are over.
 */
export async function injectFaults(options: ChaosOptions): Promise<ChaosRecord> {
  const record: ChaosRecord = { kills: {}, pauses: {}, wires: {}, lastKillAt: Date.now() }
  try {
    await Promise.all([kill(options, record), pause(options, record), disturbWires(options, record)])
  } finally {
    options.wiring.clear()
  }
  return record
}

async function kill({ stack, journal, randoms, killEveryMs, until }: ChaosOptions, record: ChaosRecord) {
  const next = createDeck(stack, randoms[0])
  const kills = Math.floor((until - Date.now()) / killEveryMs)
  for (let at = until - kills * killEveryMs; at <= until; at += killEveryMs) {
    await sleep(at - Date.now())
    const victim = next()
    // A process that is dead already is being restarted.
    if (victim.pid === undefined) continue
    journal.note('killed', { name: nameOf(victim), pid: victim.pid })
    await victim.kill('SIGKILL')
    record.lastKillAt = Date.now()
    count(record.kills, nameOf(victim))
  }
}

/** Most pauses last as long as a garbage collection or a moved virtual machine takes, some last seconds. */
async function pause({ stack, journal, randoms, until }: ChaosOptions, record: ChaosRecord) {
  const random = randoms[1]
  const next = createDeck(stack, random)
  for (;;) {
    const lasts = random.happens(0.7) ? random.between(200, 1_500) : random.between(1_500, 5_000)
    await sleep(random.between(4_000, 12_000))
    if (Date.now() + lasts > until) return
    const victim = next()
    const { pid } = victim
    if (pid === undefined || !signal(pid, 'SIGSTOP')) continue
    journal.note('paused', { name: nameOf(victim), lasts })
    count(record.pauses, nameOf(victim))
    const resume = () => void signal(pid, 'SIGCONT')
    // A paused process could not exit with this one.
    process.once('exit', resume)
    await sleep(lasts)
    resume()
    process.off('exit', resume)
  }
}

const conditions = (random: Random): Condition =>
  random.weighted<Condition>([
    [{ kind: 'cut' }, 35],
    [{ kind: 'slow', delayMs: random.between(50, 300) }, 35],
    [{ kind: 'narrow', bytesPerSecond: random.between(4_000, 32_000) }, 15],
    [{ kind: 'silent' }, 15],
  ])

async function disturbWires({ wiring, journal, randoms, until }: ChaosOptions, record: ChaosRecord) {
  const random = randoms[2]
  for (;;) {
    await sleep(random.between(2_000, 7_000))
    const condition = conditions(random)
    const lasts = random.between(300, 6_000)
    if (Date.now() + lasts > until) return
    const wires = choose(wiring.wires, random)
    journal.note('wires', { wires: wires.map(({ name }) => name), ...condition, lasts })
    count(record.wires, condition.kind)
    setCondition(wires, condition)
    await sleep(lasts)
    setCondition(wires, { kind: 'clear' })
  }
}

/** One wire, or all wires to the same process. */
function choose(wires: Wire[], random: Random): Wire[] {
  const [chosen] = random.shuffled(wires)
  if (chosen === undefined || random.happens(0.5)) return chosen === undefined ? [] : [chosen]
  const target = chosen.name.split(' to ')[1]
  return wires.filter(({ name }) => name.endsWith(` to ${target}`))
}

function count(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1
}

/** False when the process is gone already. */
function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}

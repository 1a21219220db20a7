import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { type Stack, startStack } from '@prankpost/test-harness'
import { keepLogs, settleUp } from './aftermath.ts'
import { wreakHavoc } from './chaos/hand.ts'
import { openJournal } from './journal.ts'
import { soakEnvironment } from './needs.ts'
import type { SoakOptions } from './options.ts'
import { playAndBreak, randomOf } from './play.ts'
import { makeReport, type Report } from './report.ts'
import { createWiring } from './wires/wiring.ts'

interface RunSettings {
  /** Where the run leaves its journal and the logs of all processes. */
  folder: string
  /** Hears how far it is. */
  tell?: (words: string) => void
}

/**
 * Runs a stack of its own with customers, an operator and badly travelling webhooks while processes are killed
 * and connections break; then waits until all is settled, for three times as long as it may take, and compares
 * all ledgers.
 */
export async function runSoak(
  options: SoakOptions,
  { folder, tell = () => {} }: RunSettings,
): Promise<Report> {
  await rm(path.join(folder, 'logs'), { recursive: true, force: true })
  await mkdir(path.join(folder, 'logs'), { recursive: true })
  const wiring = createWiring()
  const journal = openJournal(path.join(folder, 'journal.jsonl'))
  let stack: Stack | undefined
  try {
    stack = await startStack({
      ownMongo: true,
      ownBroker: true,
      replicas: options.replicas,
      env: soakEnvironment,
      rewire: wiring.rewire,
    })
    tell(`${stack.processes.length} processes run, ${wiring.wires.length} wires between them.`)
    const { killEveryMs, seed } = options
    const hand = { stack, wiring, journal, killEveryMs }
    const randoms = [randomOf(seed, 1), randomOf(seed, 2), randomOf(seed, 3)] as const
    const wreak = (until: number) => wreakHavoc({ ...hand, until, randoms: [...randoms] })
    const played = await playAndBreak({ stack, journal, wreak }, options)
    tell('Nothing more is begun. Waiting until all is settled.')
    const after = await settleUp(stack, journal, played.chaos.lastKillAt + 3 * options.settleWithinMs)
    return makeReport({ options, journal, ...played, ...after })
  } finally {
    wiring.clear()
    if (stack) await keepLogs(stack, folder)
    await stack?.stop()
    await wiring.close()
    await journal.close()
  }
}

import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { type Stack, startStack } from '@prankpost/test-harness'
import { findMistakes, keepLogs, settleUp } from './aftermath.ts'
import { injectFaults } from './chaos/faults.ts'
import { openJournal } from './journal.ts'
import { soakEnvironment } from './needs.ts'
import type { SoakOptions } from './options.ts'
import { playAndBreak, randomOf } from './play.ts'
import { makeReport, type Report } from './report.ts'
import { createWiring } from './wires/wiring.ts'

interface RunSettings {
  /** Receives the journal and the logs of all processes. */
  folder: string
  /** Receives the progress of the run. */
  log?: (message: string) => void
}

/**
 * Runs a stack of its own with customers, an operator and disturbed webhooks while processes are killed and connections
 * break. Then compares all ledgers until everything is settled, at most three times as long as is allowed.
 */
export async function runSoak(
  options: SoakOptions,
  { folder, log = () => {} }: RunSettings,
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
    log(`${stack.processes.length} processes run, with ${wiring.wires.length} wires between them.`)
    const { killEveryMs, seed } = options
    const scene = { stack, wiring, journal, killEveryMs }
    const randoms = [randomOf(seed, 1), randomOf(seed, 2), randomOf(seed, 3)] as const
    const inject = (until: number) => injectFaults({ ...scene, until, randoms: [...randoms] })
    const played = await playAndBreak({ stack, journal, inject }, options)
    log('People and faults have stopped. Waiting until everything is settled.')
    const after = await settleUp(stack, journal, played.chaos.lastKillAt + 3 * options.settleWithinMs)
    const report = makeReport({ options, journal, ...played, ...after })
    return { ...report, failures: [...report.failures, ...(await findMistakes(stack))] }
  } finally {
    wiring.clear()
    if (stack) await keepLogs(stack, folder)
    await stack?.stop()
    await wiring.close()
    await journal.close()
  }
}

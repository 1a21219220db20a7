import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os, { availableParallelism } from 'node:os'
import path from 'node:path'
import { settleUp } from '../soak/aftermath.ts'
import { type Journal, openJournal } from '../soak/journal.ts'
import { emptyTally } from '../soak/people/caller.ts'
import { createPaymentPage } from '../soak/people/payment-page.ts'
import type { Phase } from '../soak/phases.ts'
import { playAndBreak } from '../soak/play.ts'
import { makeReport, type Report } from '../soak/report.ts'
import { unlessAborted } from '../soak/unless-aborted.ts'
import { tryBadInput } from './bad-input.ts'
import { checkConfinement, checkIsolation, checkStops } from './checks.ts'
import { keepLogs, removeLeftovers, removeProject } from './cleanup.ts'
import { DockerError } from './docker.ts'
import { runIncidents } from './incidents.ts'
import { sellPrank } from './journey.ts'
import { memoryOf, watchContainers, wholeStack } from './memory.ts'
import { type Opened, openProject } from './open-project.ts'
import type { ComposeOptions } from './options.ts'
import type { Project } from './project.ts'
import type { ComposeReport } from './report.ts'
import { expectNone, openSteps, type Step, StepFailed, type Steps } from './steps.ts'
import { tryDocuments } from './try-documents.ts'

interface RunSettings {
  /** The folder for the journal and the containers' logs. */
  folder: string
  versions: { engine: string; compose: string }
  print: (line: string) => void
  /** Aborts the run, which then removes everything that it created. */
  signal: AbortSignal
}

/** Runs the shop in containers with people on it, and lets containers, networks and the whole stack fail. */
export async function runComposeTest(options: ComposeOptions, settings: RunSettings): Promise<ComposeReport> {
  const { folder, signal, versions, print } = settings
  const startedAt = Date.now()
  await mkdir(folder, { recursive: true })
  await removeLeftovers(print)
  const temporary = await mkdtemp(path.join(os.tmpdir(), 'prankpost-compose-'))
  const steps = openSteps(print, signal)
  const results: Results = { phases: [], soak: undefined }
  const opened = await openProject(temporary, options, signal).catch(async (error) => {
    await rm(temporary, { recursive: true, force: true })
    throw error
  })
  const journal = openJournal(path.join(folder, 'journal.jsonl'))
  const projects = [opened.project]
  try {
    const scene = { ...opened, options, journal, steps, results, folder, temporary, signal, projects }
    await unlessAborted(runSteps(scene), signal)
  } catch (error) {
    // The failed step is recorded, and the later ones are missing.
    if (!(error instanceof StepFailed) || signal.aborted) throw error
  } finally {
    await keepLogs(opened.project, folder, 'at-the-end')
    const left = await Promise.all(projects.map(removeProject))
    if (left.flat().length > 0) print(`These could not be removed: ${left.flat().join(', ')}`)
    await journal.close()
    await rm(temporary, { recursive: true, force: true })
  }
  return {
    at: new Date(startedAt).toISOString(),
    seconds: (Date.now() - startedAt) / 1_000,
    cpus: availableParallelism(),
    ...versions,
    quick: options.quick,
    mongoUsers: !opened.withoutUsers,
    steps: steps.steps,
    failures: failuresOf(steps.steps, results.soak),
    ...results,
  }
}

interface Results {
  phases: Phase[]
  /** Undefined when the run ended before people came. */
  soak: Report | undefined
}

const failuresOf = (steps: Step[], soak: Report | undefined) => [
  ...steps.filter(({ result }) => result === 'FAILED').map(({ name, detail }) => `FAILED ${name}: ${detail}`),
  ...(soak?.failures ?? []),
]

interface Scene extends Opened {
  options: ComposeOptions
  journal: Journal
  steps: Steps
  results: Results
  /** The folder for logs, and the one for files that the run removes. */
  folder: string
  temporary: string
  signal: AbortSignal
  /** All projects of the run, which are removed at its end. */
  projects: Project[]
}

async function runSteps(scene: Scene): Promise<void> {
  const { project, options, steps } = scene
  const isLong = options.parts.includes('incidents')
  if (options.build) await steps.must('images are built', () => build(scene))
  await steps.must('the stack starts', async () => {
    await project.up()
    return `${(await project.containers()).length} containers`
  })
  await steps.check('containers are confined', () => checkConfinement(project))
  await steps.check('data and shop are isolated', () => checkIsolation(project))
  await steps.must('a prank is sold', () => sell(scene))
  await steps.check(isLong ? 'incidents under load' : 'a container is killed', () => play(scene))
  await steps.check('a backup is restored', () => bringBack(scene))
  if (isLong) await steps.check('the stack restarts on its volumes', () => restart(scene))
  await steps.check('SIGTERM ends each process', () => checkStops(project))
  await steps.check('down leaves nothing', async () => {
    await keepLogs(project, scene.folder, 'at-the-end')
    await project.down({ volumes: true })
    expectNone(await project.leftovers())
    return 'no container, network or volume'
  })
  if (options.parts.includes('documents')) await tryDocuments(scene)
  if (options.parts.includes('bad-input')) await tryBadInput(scene)
}

/** Builds all images; if one fails, the whole output is in `build.log`. */
async function build({ project, folder }: Scene): Promise<string> {
  try {
    await project.build()
    return 'all images of docker-compose.yml'
  } catch (error) {
    if (error instanceof DockerError) await writeFile(path.join(folder, 'build.log'), error.output)
    throw error
  }
}

async function sell({ shop, mailUrl, journal, options: { seed } }: Scene): Promise<string> {
  const page = createPaymentPage(shop)
  return await sellPrank({ stack: shop, journal, page, tally: emptyTally() }, { mailUrl, seed })
}

async function play({ project, shop, journal, options, results }: Scene): Promise<string> {
  const stage = { project, journal, options, record: results }
  const startedAt = Date.now()
  const played = await playAndBreak(
    {
      ...{ stack: shop, journal, memory: watchContainers(project) },
      inject: (_until, tally) => runIncidents(stage, tally),
    },
    { ...options, playMs: options.calmMs },
  )
  const playMs = Date.now() - startedAt
  const after = await settleUp(shop, journal, Date.now() + 3 * options.settleWithinMs)
  results.soak = makeReport({ options: { ...options, playMs }, journal, ...played, ...after })
  const { failures, orders, plans, settledSeconds, ledgers } = results.soak
  expectNone(failures.slice(0, 5))
  return `${orders.paid} orders and ${plans.paid} plans paid; ${ledgers.length} comparisons without a difference, settled after ${settledSeconds?.toFixed(1)} s`
}

/** Stops everything, keeps the volumes, starts it again, and compares all ledgers again. */
async function restart(scene: Scene): Promise<string> {
  const { project, folder } = scene
  await keepLogs(project, folder, 'before-the-restart')
  await project.down()
  await project.up()
  const ledgers = await compareAgain(scene)
  const mb = (await memoryOf(project))[wholeStack]
  return `${ledgers}; ${mb} MB after the start`
}

/** Backs up the running shop, stops everything, replaces all data by the backup, starts it again, and compares all ledgers again. */
async function bringBack(scene: Scene): Promise<string> {
  const { project } = scene
  const folder = '/backups/test'
  const run = (...args: string[]) => project.compose(['run', '--rm', ...args])
  await run('--build', 'backup', 'backup', '--to', folder)
  await project.down()
  const restored = await run('backup', 'restore', folder, '--force')
  // It belongs to root.
  await run('--entrypoint', 'rm', 'backup', '-r', folder)
  await project.up()
  return `${await compareAgain(scene)}; ${restored.split('\n')[0]}`
}

/** Waits until the shop has settled. @throws when a ledger is different from before */
async function compareAgain({ shop, journal, options, results }: Scene): Promise<string> {
  const { findings, settledAt } = await settleUp(shop, journal, Date.now() + options.settleWithinMs)
  if (settledAt === null) expectNone(findings.differences.map(({ kind, sentence }) => `${kind} ${sentence}`))
  const before = JSON.stringify(results.soak?.ledgers)
  const now = JSON.stringify(findings.ledgers)
  if (before !== now) throw new Error(`The ledgers had ${before} and now have ${now}`)
  return `the same ${findings.ledgers.length} ledgers`
}

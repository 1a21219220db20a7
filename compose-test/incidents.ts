import { setTimeout as sleep } from 'node:timers/promises'
import type { ChaosRecord } from '../soak/chaos/faults.ts'
import type { Journal } from '../soak/journal.ts'
import type { Tally } from '../soak/people/caller.ts'
import { type Phase, recordPhases } from '../soak/phases.ts'
import type { ComposeOptions } from './options.ts'
import type { Project } from './project.ts'

interface Stage {
  project: Project
  journal: Journal
  options: ComposeOptions
  /** Receives the customers' results in each phase. */
  record: { phases: Phase[] }
}

/** All ledgers are compared with Stripe's, so the sandbox is spared. */
const spared = ['stripe-sandbox']

/** What happens to the stack while people buy. Each resolves when everything is ready again. */
type Incident = (stage: Stage, chaos: ChaosRecord) => Promise<void>

const incidents: [name: string, incident: Incident][] = [
  ['containers killed, one after another', killEach],
  ['broker stopped and started', (stage) => stop('rabbitmq', stage)],
  ['database stopped and started', (stage) => stop('mongo', stage)],
  ['order and payment scaled to 3', scaleAndKillOne],
  ['an image updated', updateImage],
  ['order disconnected from database and broker', (stage) => cut('order', 'data', stage)],
  ['payment disconnected from the others', (stage) => cut('payment', 'shop', stage)],
]

/** Runs the incidents, one after the other. */
export async function runIncidents(stage: Stage, tally: Tally): Promise<ChaosRecord> {
  const chaos: ChaosRecord = { kills: {}, pauses: {}, wires: {}, lastKillAt: Date.now() }
  const { phases, during } = recordPhases(tally, stage.journal)
  stage.record.phases = phases
  for (const [name, incident] of stage.options.parts.includes('incidents') ? incidents : quickIncidents) {
    await during('calm', () => sleep(stage.options.calmMs))
    await during(name, () => incident(stage, chaos))
    chaos.lastKillAt = Date.now()
  }
  await during('calm', () => sleep(stage.options.calmMs))
  return chaos
}

const quickIncidents: typeof incidents = [
  ['a container killed', (stage, chaos) => kill('order', stage, chaos)],
]

async function kill(service: string, { project }: Stage, chaos: ChaosRecord): Promise<void> {
  await project.kill(await project.container(service))
  chaos.kills[service] = (chaos.kills[service] ?? 0) + 1
  await project.ready([service])
}

async function killEach(stage: Stage, chaos: ChaosRecord): Promise<void> {
  const running = (await stage.project.containers()).filter(({ state }) => state === 'running')
  for (const { service } of running) if (!spared.includes(service)) await kill(service, stage, chaos)
}

async function stop(service: string, { project, options }: Stage): Promise<void> {
  await project.compose(['stop', service])
  await sleep(options.awayMs)
  await project.compose(['start', service])
  await project.ready()
}

async function scaleAndKillOne(stage: Stage, chaos: ChaosRecord): Promise<void> {
  const { project, options } = stage
  await project.scale({ order: 3, payment: 3 })
  await sleep(options.calmMs)
  for (const service of ['order', 'payment']) await kill(service, stage, chaos)
}

/** Replaces the containers of a service by those of a new image. */
async function updateImage({ project }: Stage): Promise<void> {
  const service = 'catalog'
  const revision = `update-${Date.now()}`
  await project.build([service], { REVISION: revision })
  await project.replace(service)
  const label = '{{index .Config.Labels "org.opencontainers.image.revision"}}'
  const running = await project.inspect(await project.container(service), label)
  if (running !== revision) throw new Error(`After the update, ${service} runs revision ${running}`)
}

async function cut(service: string, network: string, { project, options }: Stage): Promise<void> {
  const container = await project.container(service)
  await project.disconnect(container, network)
  try {
    await sleep(options.awayMs)
  } finally {
    await project.connect(container, network, service)
  }
  await project.ready()
}

import { mkdirSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { type ProcessEvent, SupervisedProcess } from '../processes/supervised-process.ts'
import { StackError } from '../stack-error.ts'
import { type BrokerChoice, brokerAnswers, chooseBroker } from './broker.ts'
import { chooseMongo, type MongoChoice, mongoAnswers } from './mongo.ts'

/** The database server and the broker of a stack, running or reached. */
export interface Engines {
  mongo: MongoChoice
  broker: BrokerChoice
  /** Those that run as processes of this stack, in the order of their stop. */
  processes: SupervisedProcess[]
  /** Resolves once both answer. */
  ready(): Promise<void>
  /** Stops what was started here: the broker first. */
  stop(): Promise<void>
}

interface Options {
  /** Where MONGODB_URI and AMQP_URL are looked up, and what the two processes inherit. */
  env: NodeJS.ProcessEnv
  dataDir: string
  /** Put before every exchange and queue name: the users of a broker of the stack's own may touch no other. */
  queuePrefix?: string
  restart: boolean
  onEvent?: (event: ProcessEvent) => void
}

/**
 * Chooses and starts MongoDB and the broker, both at once.
 * @throws {StackError} when nothing here can serve MongoDB
 */
export async function startEngines({
  env,
  dataDir,
  queuePrefix = '',
  restart,
  onEvent,
}: Options): Promise<Engines> {
  mkdirSync(dataDir, { recursive: true })
  // The broker takes longest to start: it does not wait for what MongoDB may have to download.
  const broker = await chooseBroker({ env, dataDir, queuePrefix })
  const supervise = (spec: ConstructorParameters<typeof SupervisedProcess>[0]) =>
    new SupervisedProcess(spec, { restart, onEvent })
  const brokerProcess = broker.process && supervise(broker.process)
  brokerProcess?.start()
  const mongo = await chooseMongo({ env, dataDir }).catch(async (error: unknown) => {
    await brokerProcess?.stop()
    throw error
  })
  const mongoProcess = mongo.process && supervise(mongo.process)
  mongoProcess?.start()
  return {
    mongo,
    broker,
    processes: [brokerProcess, mongoProcess].filter((process) => process !== undefined),
    async ready() {
      await Promise.all([
        mongoProcess
          ? mongoProcess.ready()
          : answers('MongoDB', 'MONGODB_URI', () => mongoAnswers(mongo.uri)),
        brokerProcess
          ? brokerProcess.ready()
          : answers('broker', 'AMQP_URL', () => brokerAnswers(broker.url)),
      ])
    },
    async stop() {
      await brokerProcess?.stop()
      await mongoProcess?.stop()
    },
  }
}

async function answers(what: string, variable: string, ask: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 6_000
  while (!(await ask())) {
    if (Date.now() > deadline) {
      throw new StackError(
        `The ${what} that ${variable} names does not answer. Check ${variable}, or unset it.`,
      )
    }
    await delay(200)
  }
}

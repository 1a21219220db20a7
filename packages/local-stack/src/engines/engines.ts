import { mkdirSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { type ProcessEvent, SupervisedProcess } from '../processes/supervised-process.ts'
import { StackError } from '../stack-error.ts'
import { type BrokerChoice, brokerAnswers, chooseBroker } from './broker.ts'
import { chooseMongo, type MongoChoice, mongoAnswers } from './mongo.ts'

/** The database server and the broker of a stack. */
export interface Engines {
  mongo: MongoChoice
  broker: BrokerChoice
  /** Those that run as processes of this stack, in the order in which they are stopped. */
  processes: SupervisedProcess[]
  /** Resolves once both answer. */
  ready(): Promise<void>
  /** Stops the started processes, the broker first. */
  stop(): Promise<void>
}

interface Options {
  /** Contains MONGODB_URI and AMQP_URL, and is inherited by the two processes. */
  env: NodeJS.ProcessEnv
  dataDir: string
  /** The prefix of all exchange and queue names; the users of the stack's own broker have access to no others. */
  queuePrefix?: string
  restart: boolean
  onEvent?: (event: ProcessEvent) => void
}

/**
 * Chooses and starts MongoDB and the broker, both at the same time.
 * @throws {StackError} when no MongoDB is available
 */
export async function startEngines({
  env,
  dataDir,
  queuePrefix = '',
  restart,
  onEvent,
}: Options): Promise<Engines> {
  mkdirSync(dataDir, { recursive: true })
  // The broker takes longest to start, so it does not wait for a possible download for MongoDB.
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
          : waitForAnswer('MongoDB', 'MONGODB_URI', () => mongoAnswers(mongo.uri)),
        brokerProcess
          ? brokerProcess.ready()
          : waitForAnswer('broker', 'AMQP_URL', () => brokerAnswers(broker.url)),
      ])
    },
    async stop() {
      await brokerProcess?.stop()
      await mongoProcess?.stop()
    },
  }
}

async function waitForAnswer(what: string, variable: string, check: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 6_000
  while (!(await check())) {
    if (Date.now() > deadline) {
      throw new StackError(
        `The ${what} that ${variable} names does not answer. Check ${variable}, or unset it.`,
      )
    }
    await delay(200)
  }
}

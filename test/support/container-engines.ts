import { randomBytes } from 'node:crypto'
import { Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { StackError } from '@prankpost/local-stack'
import { MongoClient, MongoServerError } from 'mongodb'
import { GenericContainer, getContainerRuntimeClient, type StartedTestContainer, Wait } from 'testcontainers'

/** The same version that the compose file requires; deploy/README.md names it. */
const oldestEngine = 25

const brokerImage = 'rabbitmq:4-management'
const brokerSettings = fileURLToPath(new URL('../../deploy/compose/rabbitmq.conf', import.meta.url))
const advancedSettings = brokerSettings.replace('rabbitmq.conf', 'rabbitmq-advanced.config')
const mongoImage = 'mongo:8.0'

/** MongoDB and the broker of a test run. */
export interface TestEngines {
  /** Describes both in one line. */
  label: string
  mongodbUri: string
  amqpUrl: string
  stop(): Promise<void>
}

/**
 * Starts RabbitMQ and MongoDB in containers. The engine removes both when `stop` is called or this process ends.
 * @throws when no Docker engine answers, it is too old, or a container does not start; the other one is then stopped
 */
export async function startContainers(): Promise<TestEngines> {
  const version = await checkEngine()
  const starts = await Promise.allSettled([startBroker(), startMongo()])
  const [broker, mongo] = starts
  const stop = async () => {
    for (const start of starts) if (start.status === 'fulfilled') await start.value.container.stop()
  }
  if (broker.status === 'fulfilled' && mongo.status === 'fulfilled') {
    const mongoLabel = `${mongoImage}${mongo.value.replicaSet ? ' as a replica set' : ''}`
    return {
      label: `containers ${brokerImage} and ${mongoLabel} (Docker ${version})`,
      mongodbUri: mongo.value.uri,
      amqpUrl: broker.value.url,
      stop,
    }
  }
  await stop()
  throw starts.find((start) => start.status === 'rejected')?.reason
}

async function checkEngine(): Promise<string> {
  const client = await getContainerRuntimeClient().catch(() => {
    throw new StackError('no Docker engine answers (at DOCKER_HOST or the default socket)')
  })
  const version = String(client.info.containerRuntime.serverVersion)
  if (Number.parseInt(version, 10) < oldestEngine)
    throw new StackError(`Docker Engine ${oldestEngine} or newer is required, and this one is ${version}`)
  return version
}

/**
 * A container that ends when this process ends, even by SIGKILL, on engines with and without Testcontainers' Ryuk. Its
 * standard input is a connection of this process: when that closes, the server is killed, and the engine removes the
 * container with its volumes.
 */
class BoundContainer extends GenericContainer {
  constructor(image: string, command: string[]) {
    super(image)
    const untilInputCloses =
      'exec 3<&0; docker-entrypoint.sh "$@" & server=$!; { cat <&3 >/dev/null; kill -9 $server; } & wait $server'
    Object.assign(this.createOpts, { OpenStdin: true, StdinOnce: true })
    this.hostConfig.AutoRemove = true
    this.withAutoRemove(false)
    this.withEntrypoint(['sh', '-c', untilInputCloses, 'sh'])
    this.withCommand(command)
    this.withStartupTimeout(60_000)
  }

  protected override async containerCreated(id: string): Promise<void> {
    const client = await getContainerRuntimeClient()
    const input = await client.container.getById(id).attach({ stream: true, stdin: true, hijack: true })
    // The connection alone does not keep this process running.
    if (input instanceof Socket) input.unref()
  }
}

async function startBroker(): Promise<{ container: StartedTestContainer; url: string }> {
  const password = randomBytes(12).toString('hex')
  const container = await new BoundContainer(brokerImage, ['rabbitmq-server'])
    .withEnvironment({ RABBITMQ_DEFAULT_USER: 'prankpost', RABBITMQ_DEFAULT_PASS: password })
    .withCopyFilesToContainer([
      { source: brokerSettings, target: '/etc/rabbitmq/conf.d/20-prankpost.conf', mode: 0o644 },
      { source: advancedSettings, target: '/etc/rabbitmq/advanced.config', mode: 0o644 },
    ])
    .withExposedPorts(5672)
    .withWaitStrategy(Wait.forLogMessage('Server startup complete'))
    .start()
  return { container, url: `amqp://prankpost:${password}@${address(container, 5672)}` }
}

async function startMongo() {
  const container = await new BoundContainer(mongoImage, ['mongod', '--replSet', 'tests', '--bind_ip_all'])
    .withExposedPorts(27017)
    .withWaitStrategy(Wait.forLogMessage('Waiting for connections'))
    .start()
  const uri = `mongodb://${address(container, 27017)}/?directConnection=true`
  return { container, uri, replicaSet: await initiateReplicaSet(uri) }
}

const address = (container: StartedTestContainer, port: number) =>
  `${container.getHost()}:${container.getMappedPort(port)}`

/** Makes the server the only member of a replica set. Returns false for a server that has no such command. */
async function initiateReplicaSet(uri: string): Promise<boolean> {
  const client = new MongoClient(uri)
  const admin = client.db('admin')
  try {
    const members = [{ _id: 0, host: '127.0.0.1:27017' }]
    await admin.command({ replSetInitiate: { _id: 'tests', members } })
    while (!(await admin.command({ hello: 1 })).isWritablePrimary);
    return true
  } catch (error) {
    if (error instanceof MongoServerError && error.codeName === 'CommandNotFound') return false
    throw error
  } finally {
    await client.close()
  }
}

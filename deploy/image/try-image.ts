import { setTimeout as delay } from 'node:timers/promises'
import { parseEnv } from 'node:util'
import { freePort } from '@prankpost/local-stack'
import type { TestNamespace } from '@prankpost/test-harness'
import { missingLines } from '../../scripts/setup-command.mjs'
import { composeFile, environmentOf } from '../compose-file.ts'
import type { Image } from './build-image.ts'
import { type Container, startContainer } from './container.ts'
import { openProxy, type TcpProxy } from './tcp-proxy.ts'

/** A container that runs with the settings of docker-compose.yml, with a real database engine and broker. */
export interface Trial {
  container: Container
  url: string
  /** The proxy to the database. */
  database: TcpProxy
  /** Calls the path until it answers with 2xx. @throws with the container's output on timeout */
  answers(path: string): Promise<Response>
  end(): Promise<void>
}

/**
 * Starts an image with the environment of docker-compose.yml and new secrets. Only the addresses of database and broker
 * and the container's own port differ, because all use the same network here.
 */
export async function tryImage(service: string, image: Image, space: TestNamespace): Promise<Trial> {
  const database = await openProxy(space.mongodbUri)
  const port = await freePort()
  const given = environmentOf(service, parseEnv(missingLines('').join('\n')))
  const env = {
    ...given,
    HOST: '127.0.0.1',
    PORT: String(port),
    ...(given.METRICS_PORT && { METRICS_PORT: String(await freePort()) }),
    ...(given.SMTP_PORT && { SMTP_PORT: String(await freePort()) }),
    ...(given.MONGODB_URI && {
      MONGODB_URI: `mongodb://127.0.0.1:${database.port}/?directConnection=true`,
      DATABASE_PREFIX: space.databasePrefix,
    }),
    // No setup job has declared the topology of this broker.
    ...(given.AMQP_URL && {
      AMQP_URL: space.amqpUrl,
      AMQP_TOPOLOGY: 'declare',
      QUEUE_PREFIX: space.queuePrefix,
    }),
  }
  const tmpfs = (composeFile.services[service]?.tmpfs ?? []).map((mount) => mount.split(':')[0] ?? mount)
  const container = await startContainer(image, { env, tmpfs }).catch(async (error: unknown) => {
    await database.close()
    throw error
  })
  const url = `http://127.0.0.1:${port}`
  return {
    container,
    url,
    database,
    async answers(path) {
      for (const deadline = Date.now() + 60_000; Date.now() < deadline; await delay(50)) {
        const answer = await fetch(url + path).catch(() => undefined)
        if (answer?.ok) return answer
        await answer?.arrayBuffer()
      }
      throw new Error(`${service} does not answer ${path}. It printed:\n${container.output()}`)
    },
    async end() {
      await container.remove()
      await database.close()
    },
  }
}

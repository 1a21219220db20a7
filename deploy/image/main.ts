/**
 * `npm run image -- SERVICE`: builds the service's image without a Docker engine, runs it with its own user and a
 * read-only file system, with a real MongoDB engine and a real RabbitMQ, and stops it again.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { startEngines } from '@prankpost/local-stack'
import { testNamespace } from '@prankpost/test-harness'
import { composeFile } from '../compose-file.ts'
import { buildImage } from './build-image.ts'
import { provideTools, reason } from './tools.ts'
import { tryImage } from './try-image.ts'

const [service] = process.argv.slice(2)
if (!service) fail('Usage: npm run image -- <service>   such as: npm run image -- order', 2)
const obstacle = await provideTools()
if (obstacle)
  fail(
    `No image can be built without a container engine here: ${obstacle}. With Docker: see deploy/README.md.`,
  )

const dataDir = await mkdtemp(path.join(os.tmpdir(), 'prankpost-image-'))
const engines = await startEngines({ env: process.env, dataDir, restart: false })
try {
  await tryIt(service)
} catch (error) {
  console.error(reason(error))
  process.exitCode = 1
} finally {
  await engines.stop()
  await rm(dataDir, { recursive: true, force: true })
}

async function tryIt(service: string): Promise<void> {
  const image = await buildImage(service, console.log)
  console.log(`${image.name}: ${(image.ownBytes / 1e6).toFixed(0)} MB beyond the base image`)
  if (composeFile.services[service]?.healthcheck?.disable) {
    console.log('It is a job that exits by itself, and is not run here.')
    return
  }
  await engines.ready()
  const space = testNamespace({ mongodbUri: engines.mongo.uri, amqpUrl: engines.broker.url })
  const startedAt = Date.now()
  const trial = await tryImage(service, image, space)
  try {
    // The gateway is ready only when all services are, and they do not run here.
    const { url } = await trial.answers(service === 'gateway' ? '/healthz' : '/readyz')
    console.log(`${url} answers after ${Date.now() - startedAt} ms.`)
    const { uid, capabilities, isReadOnly } = trial.container.identity()
    const files = isReadOnly ? 'read-only' : 'writable'
    console.log(`It runs as user ${uid} with capabilities ${capabilities}; its file system is ${files}.`)
    const health = await trial.container.health()
    console.log(`Its health check ends with ${health}.`)
    trial.container.stop()
    const code = await trial.container.exitCode
    console.log(`After ${image.stopSignal} it ended with exit code ${code}.`)
    if (code !== 0 || health !== 0) process.exitCode = 1
  } finally {
    await trial.end()
  }
}

function fail(message: string, code = 1): never {
  console.error(message)
  process.exit(code)
}

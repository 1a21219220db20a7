import { writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { testNamespace } from '../../test-harness/src/index.ts'
import { type LaunchedStack, launchStack } from '../src/processes/launch.ts'
import { freePort } from '../src/processes/ports.ts'
import { localSecrets } from '../src/processes/secrets.ts'

let dataDir: string
let stack: LaunchedStack | undefined

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'prankpost-launch-'))
})
afterEach(async () => {
  await stack?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

async function launch(options: { replicas?: number; restart?: boolean; env?: NodeJS.ProcessEnv } = {}) {
  const { env, ...rest } = options
  const { mongodbUri, amqpUrl, databasePrefix, queuePrefix } = testNamespace()
  const [gatewayPort, sandboxPort] = [await freePort(), await freePort()]
  stack = await launchStack({
    root: path.join(import.meta.dirname, 'fixture'),
    dataDir,
    env: {
      ...process.env,
      MONGODB_URI: mongodbUri,
      AMQP_URL: amqpUrl,
      STRIPE_SECRET_KEY: 'sk_live_never',
      ADMIN_PASSWORD: 'for auth alone',
      SMTP_URL: 'smtps://for:notification@alone.test',
      USPS_CLIENT_SECRET: 'for contact alone',
      ...env,
    },
    secrets: localSecrets(dataDir),
    adminPassword: 'prankmaster',
    databasePrefix,
    queuePrefix,
    host: '127.0.0.1',
    gatewayPort,
    publicUrl: `http://127.0.0.1:${gatewayPort}`,
    sandbox: { port: sandboxPort, publicUrl: `http://127.0.0.1:${sandboxPort}` },
    mail: undefined,
    webDist: dataDir,
    replicas: 2,
    restart: true,
    watch: undefined,
    crashRequests: (name) => path.join(dataDir, `crash-${name}`),
    ...rest,
  })
  await stack.ready()
  return stack
}

async function environmentOf({ processes }: LaunchedStack, name: string): Promise<NodeJS.ProcessEnv> {
  const url = processes.find(({ spec }) => spec.name === name)?.spec.url
  const answer = (await (await fetch(`${url}/`)).json()) as { env: NodeJS.ProcessEnv }
  return answer.env
}

test('when a stack runs, then each process has the addresses of the others and only the secrets that it needs', async () => {
  const running = await launch()
  const gateway = await environmentOf(running, 'gateway')
  expect(gateway.HELLO_WORLD_URL?.split(',')).toHaveLength(2)
  expect(gateway.ORDER_URL).toBe('http://127.0.0.1:9')
  expect(gateway.SESSION_PUBLIC_KEY).toContain('BEGIN PUBLIC KEY')
  expect(gateway).not.toHaveProperty('SERVICE_PRIVATE_KEY')
  const service = await environmentOf(running, 'hello-world')
  expect(service.SERVICE_PRIVATE_KEY).toBeDefined()
  for (const env of [gateway, service]) {
    for (const name of [
      'SESSION_PRIVATE_KEY',
      'ADMIN_PASSWORD',
      'STRIPE_SECRET_KEY',
      'STRIPE_WEBHOOK_SECRET',
      'SMTP_URL',
      'USPS_CLIENT_SECRET',
    ]) {
      expect(env).not.toHaveProperty(name)
    }
  }
})

test('when a collector is configured, then services send their traces there', async () => {
  const running = await launch({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.test:4318' } })
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = await environmentOf(running, 'hello-world')
  expect(endpoint).toBe('http://collector.test:4318')
})

test('when a process reaches its fault injection point, then it dies there once and runs after its restart', async () => {
  const running = await launch({ replicas: 1 })
  writeFileSync(path.join(dataDir, 'crash-hello-world'), 'fixture:asked#2')
  const service = running.processes.find(({ spec }) => spec.name === 'hello-world')
  const request = () =>
    fetch(`${service?.spec.url}/checkpoint`).then(
      (answer) => answer.status,
      () => 'dead',
    )
  expect(await request()).toBe(200)
  expect(await request()).toBe('dead')
  await running.ready()
  expect(service?.deaths).toBe(1)
  expect([await request(), await request(), await request()]).toEqual([200, 200, 200])
})

test('when restarts are off, then a killed process stays dead until it is started', async () => {
  const running = await launch({ restart: false })
  const service = running.processes.find(({ spec }) => spec.name === 'hello-world')
  await service?.kill('SIGKILL')
  expect(service?.pid).toBeUndefined()
  service?.start()
  await running.ready()
  expect(service?.pid).toBeDefined()
})

import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { parseEnv, promisify } from 'node:util'
import { freePort } from '@prankpost/local-stack'
import { connect } from 'amqplib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { environmentOf } from '../../deploy/compose-file.ts'
import { brokerAnswers } from '../../packages/local-stack/src/engines/broker.ts'
import { findRabbitmq, rabbitmqProcess } from '../../packages/local-stack/src/engines/rabbitmq.ts'
import { SupervisedProcess } from '../../packages/local-stack/src/processes/supervised-process.ts'
import { missingLines } from '../../scripts/setup-command.mjs'
import { queuesOf, serviceNames } from '../../system.ts'

const execute = promisify(execFile)
const deploy = path.join(import.meta.dirname, '..', '..', 'deploy')
const job = path.join(deploy, 'broker-setup', 'src', 'main.ts')
const fresh = parseEnv(missingLines('').join('\n'))
const withBroker = serviceNames.filter((name) => environmentOf(name, fresh).AMQP_URL !== undefined)

let dataDir: string
let broker: SupervisedProcess
let port: number
let managementPort: number

/** A RabbitMQ as docker-compose.yml starts it: with its settings, one user and only the management plugin. */
beforeAll(async () => {
  const script = findRabbitmq(process.env)
  if (!script) throw new Error('This test needs rabbitmq-server.')
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'prankpost-compose-'))
  const home = path.join(dataDir, 'rabbitmq')
  port = await freePort()
  managementPort = await freePort()
  const admin = String(fresh.RABBITMQ_ADMIN_PASSWORD)
  const url = `amqp://prankpost:${admin}@127.0.0.1:${port}`
  const passwords = { admin, services: {} as never }
  const server = await rabbitmqProcess(script, {
    env: process.env,
    dataDir,
    port,
    passwords,
    queuePrefix: '',
  })
  await writeFile(path.join(home, 'enabled_plugins'), '[rabbitmq_management].\n')
  const settings = {
    default_user: 'prankpost',
    default_pass: admin,
    'listeners.tcp.local': `127.0.0.1:${port}`,
    'management.tcp.ip': '127.0.0.1',
    'management.tcp.port': managementPort,
    'log.console': true,
    'log.file': false,
  }
  const lines = Object.entries(settings).map(([key, value]) => `${key} = ${value}\n`)
  const deployed = await readFile(path.join(deploy, 'compose', 'rabbitmq.conf'), 'utf8')
  await writeFile(path.join(home, 'rabbitmq.conf'), lines.join('') + deployed)
  const logFile = path.join(dataDir, 'broker.log')
  const isReady = () => brokerAnswers(url)
  const spec = { name: 'broker', replica: 0, logFile, port, url, isReady, ...server }
  broker = new SupervisedProcess(spec, { restart: true })
  broker.start()
  await broker.ready()
})
afterAll(async () => {
  await broker.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const runJob = (change: NodeJS.Dict<string> = {}) =>
  execute(process.execPath, [job], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      ...environmentOf('broker-setup', fresh),
      RABBITMQ_MANAGEMENT_URL: `http://127.0.0.1:${managementPort}`,
      ...change,
    },
  })

/** The address of this broker, as a container receives it. */
const addressOf = (service: string) =>
  String(environmentOf(service, fresh).AMQP_URL).replace('rabbitmq:5672', `127.0.0.1:${port}`)

describe('the broker set-up job', () => {
  test('when it ran, once or twice, then each service finds its queues under its own user', async () => {
    await runJob()
    const { stdout } = await runJob()
    expect(stdout).toMatch(new RegExp(`^\\d+ queues and ${serviceNames.length + 1} users `, 'm'))
    for (const service of withBroker) {
      const connection = await connect(addressOf(service), { noDelay: true })
      const channel = await connection.createChannel()
      for (const queue of queuesOf(service)) {
        const message = await channel.get(queue)
        expect([queue, message]).toEqual([queue, false])
      }
      await connection.close()
    }
  })

  test('when a service publishes its event, then it is in the queue of each consumer', async () => {
    const connection = await connect(addressOf('catalog'), { noDelay: true })
    const channel = await connection.createConfirmChannel()
    channel.publish('prankpost.events', 'prank-changed', Buffer.from('{}'), { mandatory: true })
    await channel.waitForConfirms()
    await connection.close()
    const reader = await connect(addressOf('order'), { noDelay: true })
    const message = await (await reader.createChannel()).get('order.prank-changed')
    expect(message ? message.content.toString() : message).toBe('{}')
    await reader.close()
  })

  test('when a service declares a queue, then the broker refuses', async () => {
    const connection = await connect(addressOf('order'), { noDelay: true })
    const channel = await connection.createChannel()
    channel.on('error', () => undefined)
    await expect(channel.assertQueue('order.of-its-own')).rejects.toThrow('ACCESS_REFUSED')
    await connection.close()
  })

  test('when the administrator password is wrong, or the one of a service is missing, then it ends at once and reports it', async () => {
    await Promise.all([
      expect(runJob({ RABBITMQ_ADMIN_PASSWORD: 'wrong' })).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringContaining('it answers 401'),
      }),
      expect(runJob({ SERVICE_PASSWORD_ORDER: '' })).rejects.toMatchObject({
        code: 78,
        stderr: 'SERVICE_PASSWORD_ORDER is not set.\n',
      }),
    ])
  })
})

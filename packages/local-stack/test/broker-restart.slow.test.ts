import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { brokerNames, declareTopology, subscriptionsOf } from '@prankpost/messaging'
import { connect } from 'amqplib'
import { test } from 'vitest'
import { startEngines } from '../src/index.ts'
import { waitUntil } from './wait-until.ts'

const names = brokerNames()
const subscriptions = subscriptionsOf()

test('when the broker is killed while messages wait for a retry, then all are in their queues within a minute of its return', async () => {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'prankpost-broker-restart-'))
  const { AMQP_URL: _url, ...env } = process.env
  // MONGODB_URI prevents the start of MongoDB; this test needs none.
  const mongo = { MONGODB_URI: 'mongodb://127.0.0.1:9' }
  const { broker, processes, stop } = await startEngines({
    env: { ...env, ...mongo },
    dataDir,
    restart: true,
  })
  try {
    const [only] = processes
    await only?.ready()
    await publishForRetry(broker.url)
    await only?.kill('SIGKILL')
    await only?.ready()
    const connection = await connect(broker.url, { noDelay: true })
    const channel = await connection.createChannel()
    const arrived = async () => {
      const queues = subscriptions.map(({ service, event }) => names.queue(service, event))
      const counts = await Promise.all(queues.map((queue) => channel.checkQueue(queue)))
      return counts.every(({ messageCount }) => messageCount >= 1)
    }
    // RabbitMQ's default is three minutes.
    await waitUntil('all messages are in their queues', arrived, 60_000)
    await connection.close()
  } finally {
    await stop()
    await rm(dataDir, { recursive: true, force: true })
  }
})

/** Leaves a message for each queue on its first retry stage, where it waits for a second. */
async function publishForRetry(url: string): Promise<void> {
  const connection = await connect(url, { noDelay: true })
  connection.on('error', () => undefined)
  const channel = await connection.createConfirmChannel()
  await declareTopology(channel)
  for (const { service, event } of subscriptions)
    channel.publish(names.retry(service, '1s'), names.queue(service, event), Buffer.from('{}'), {
      persistent: true,
    })
  await channel.waitForConfirms()
}

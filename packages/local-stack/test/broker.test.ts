import { brokerNames } from '@prankpost/messaging'
import { openRelay, testNamespace } from '@prankpost/test-harness'
import { connect } from 'amqplib'
import { expect, test } from 'vitest'
import { declareAll, dropAll } from '../src/index.ts'

/** The methods of AMQP 0-9-1 that these tests recognize or send: class and method, two octets each. */
const queueDeclare = Buffer.from([0, 50, 0, 10])
const queueDelete = Buffer.from([0, 50, 0, 40])
/** connection.close with the code 541 (INTERNAL_ERROR), for channel 0. */
const connectionClose = Buffer.from([1, 0, 0, 0, 0, 0, 11, 0, 10, 0, 50, 0x02, 0x1d, 0, 0, 0, 0, 0, 0xce])

/**
 * A relay to the test run's broker that ends its first connection at a method, as RabbitMQ under load does.
 */
async function openOverloaded(uri: string, method: Buffer) {
  const relay = await openRelay(uri)
  let isFirst = true
  relay.onConnection = ({ from, to }) => {
    if (!isFirst) return
    isFirst = false
    from.on('data', (sent: Buffer) => {
      if (!sent.includes(method)) return
      from.unpipe(to)
      to.unpipe(from)
      from.end(connectionClose)
    })
  }
  return relay
}

test('when the broker cannot create a queue in time, then all queues are declared on another connection', async () => {
  const space = testNamespace()
  const relay = await openOverloaded(space.amqpUrl, queueDeclare)
  const connection = await connect(space.amqpUrl, { noDelay: true })
  try {
    await declareAll(relay.uri, space.queuePrefix)
    const channel = await connection.createChannel()
    const queue = brokerNames(space.queuePrefix).queue('order', 'payment-succeeded')
    expect(await channel.checkQueue(queue)).toMatchObject({ messageCount: 0 })
    expect(relay.attempts).toBe(2)
  } finally {
    await connection.close()
    relay.close()
    await space.drop()
  }
})

test('when the broker cannot delete a queue in time, then all queues are deleted on another connection', async () => {
  const space = testNamespace()
  await declareAll(space.amqpUrl, space.queuePrefix)
  const relay = await openOverloaded(space.amqpUrl, queueDelete)
  const connection = await connect(space.amqpUrl, { noDelay: true })
  try {
    await dropAll(relay.uri, space.queuePrefix)
    const channel = await connection.createChannel()
    channel.on('error', () => undefined)
    const queue = brokerNames(space.queuePrefix).queue('order', 'payment-succeeded')
    await expect(channel.checkQueue(queue)).rejects.toThrow('NOT_FOUND')
    expect(relay.attempts).toBe(2)
  } finally {
    await connection.close()
    relay.close()
  }
})

test('when no broker answers at the address, then the reason is reported', async () => {
  await expect(declareAll('amqp://guest:guest@127.0.0.1:9', '')).rejects.toThrow('ECONNREFUSED')
})

import { connect } from 'amqplib'
import { MongoClient } from 'mongodb'
import { expect, test } from 'vitest'
import { testNamespace } from '../src/index.ts'

test('when a namespace is dropped, then its databases and queues are removed and those of others remain', async () => {
  const mine = testNamespace()
  const other = testNamespace()
  expect(mine.databasePrefix).not.toBe(other.databasePrefix)
  const client = new MongoClient(mine.mongodbUri)
  const connection = await connect(mine.amqpUrl)
  try {
    const channel = await connection.createChannel()
    for (const { databasePrefix, queuePrefix } of [mine, other]) {
      await client.db(`${databasePrefix}_order`).collection('orders').insertOne({ kept: true })
      await channel.assertExchange(`${queuePrefix}prankpost.events`, 'topic', { durable: true })
      await channel.assertQueue(`${queuePrefix}order.payment-succeeded`, { durable: true })
    }
    await mine.drop()
    const count = (prefix: string) => client.db(`${prefix}_order`).collection('orders').countDocuments()
    expect(await count(mine.databasePrefix)).toBe(0)
    expect(await count(other.databasePrefix)).toBe(1)
    await channel.checkQueue(`${other.queuePrefix}order.payment-succeeded`)
    channel.on('error', () => {})
    await expect(channel.checkQueue(`${mine.queuePrefix}order.payment-succeeded`)).rejects.toThrow(
      'NOT_FOUND',
    )
  } finally {
    await connection.close()
    await client.close()
    await other.drop()
  }
})

import type { Stack } from '@prankpost/test-harness'
import { connect } from 'amqplib'
import { brokerNames, retryStages, subscriptionsOf } from '../../../packages/messaging/src/topology.ts'
import { everyDocument } from '../every-document.ts'
import type { Output } from './scanner.ts'

/** Keeps every answer that this test file receives from now on, except the cookies that it sets. */
export function recordAnswers(): Output[] {
  const seen: Output[] = []
  const real = globalThis.fetch
  globalThis.fetch = async (...call) => {
    const response = await real(...call)
    const text = await response.clone().text()
    const headers = [...response.headers].filter(([name]) => name !== 'set-cookie')
    seen.push({
      place: `answer of ${response.url.split('?')[0]}`,
      text: `${JSON.stringify(headers)}\n${text}`,
    })
    return response
  }
  return seen
}

/** Keeps a copy of every event that is published from now on, including its headers. */
export async function tapEvents({ amqpUrl, queuePrefix }: Pick<Stack, 'amqpUrl' | 'queuePrefix'>) {
  const connection = await connect(amqpUrl, { noDelay: true })
  const channel = await connection.createChannel()
  const { queue } = await channel.assertQueue('', { exclusive: true })
  await channel.bindQueue(queue, `${queuePrefix}prankpost.events`, '#')
  const seen: (Output & { event: string; id: string })[] = []
  await channel.consume(
    queue,
    (message) => {
      if (message === null) return
      const { content, fields, properties } = message
      const event = fields.routingKey
      const text = `${JSON.stringify(properties)}\n${content}`
      seen.push({ place: `event ${event}`, text, event, id: String(properties.messageId) })
    },
    { noAck: true },
  )
  return Object.assign(seen, { close: () => connection.close() })
}

/** The logs of every process of a stack. */
export const logsOf = ({ processes, logs }: Stack): Promise<Output[]> =>
  Promise.all(
    processes.map(async ({ spec: { name } }) => ({ place: `log of ${name}`, text: await logs(name) })),
  )

/** The metrics of every process that exposes some. */
export async function metricsOf({ processes }: Stack): Promise<Output[]> {
  const asked = processes.flatMap(({ spec: { name, url } }) => (url === undefined ? [] : [{ name, url }]))
  const answers = asked.map(async ({ name, url }) => {
    const answer = await fetch(`${url}/metrics`).catch(() => null)
    return answer?.ok ? [{ place: `metrics of ${name}`, text: await answer.text() }] : []
  })
  return (await Promise.all(answers)).flat()
}

/** All stored documents. */
export const documentsOf = async (stack: Stack): Promise<Output[]> =>
  (await everyDocument(stack)).map(({ place, text }) => ({ place: `document ${place}`, text }))

/** Messages on all queues, including retry queues and dead letters. */
export async function waitingMessages(stack: Pick<Stack, 'amqpUrl' | 'queuePrefix'>): Promise<number> {
  const connection = await connect(stack.amqpUrl, { noDelay: true })
  const channel = await connection.createChannel()
  const names = brokerNames(stack.queuePrefix)
  const subscriptions = subscriptionsOf()
  const queues = subscriptions.flatMap(({ service, event }) => {
    const queue = names.queue(service, event)
    return [queue, names.deadQueue(queue)]
  })
  const services = new Set(subscriptions.map(({ service }) => service))
  const retries = [...services].flatMap((service) =>
    retryStages.map(({ name }) => names.retry(service, name)),
  )
  let count = 0
  for (const queue of [...queues, ...retries]) count += (await channel.checkQueue(queue)).messageCount
  await connection.close()
  return count
}

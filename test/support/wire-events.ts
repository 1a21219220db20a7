import type { SharedStack } from '@prankpost/test-harness'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { type ConsumeMessage, connect } from 'amqplib'

interface Channel {
  address: string
  messages: Record<string, object>
  bindings: {
    amqp:
      | { is: 'routingKey'; exchange: { name: string; type: string; durable: boolean; autoDelete: boolean } }
      | {
          is: 'queue'
          queue: { name: string; durable: boolean; exclusive: boolean; autoDelete: boolean }
          'x-bound-to': { exchange: string; routingKey: string }
          'x-arguments': Record<string, string>
        }
  }
}

/** The parts of an AsyncAPI document that a message is compared with. */
export interface EventsDocument {
  channels: Record<string, Channel>
  components: { messages: Record<string, { contentType: string }> }
}

/** The differences between a message and an AsyncAPI document. */
export function readEvents(document: EventsDocument) {
  const channels = Object.values(document.channels)
  const ajv = addFormats.default(new Ajv({ strict: false, allErrors: true }))
  ajv.addSchema(document, 'asyncapi')

  return ({
    fields,
    properties,
    content,
  }: Pick<ConsumeMessage, 'fields' | 'properties' | 'content'>): string[] => {
    const channel = channels.find(
      ({ address, bindings }) => address === fields.routingKey && bindings.amqp.is === 'routingKey',
    )
    const [message = ''] = Object.keys(channel?.messages ?? {})
    const validate = ajv.getSchema(`asyncapi#/components/messages/${message}/payload`)
    if (channel === undefined || validate === undefined) return ['is not documented']
    const { contentType } = document.components.messages[message] ?? {}
    const event = JSON.parse(content.toString())
    const errors = validate(event) ? [] : (validate.errors ?? [])
    return [
      ...(properties.contentType === contentType ? [] : [`comes as ${properties.contentType}`]),
      ...(properties.deliveryMode === 2 ? [] : ['is not persistent']),
      ...(properties.messageId === event.id ? [] : ['has another id in its envelope']),
      ...errors.map(({ instancePath, message: words }) => `${instancePath || 'envelope'} ${words}`),
    ]
  }
}

/** Checks every event that is published from now on against the document that the gateway serves. */
export async function watchEvents({
  baseUrl,
  amqpUrl,
  queuePrefix,
}: Pick<SharedStack, 'baseUrl' | 'amqpUrl' | 'queuePrefix'>) {
  const document = (await (await fetch(`${baseUrl}/api/docs/asyncapi.json`)).json()) as EventsDocument
  const channels = Object.values(document.channels)
  const problemsWith = readEvents(document)
  const connection = await connect(amqpUrl, { noDelay: true })
  const broker = await connection.createChannel()
  const problems = new Set<string>()
  const seen = new Map<string, number>()
  const check = (message: ConsumeMessage) => {
    const name = message.fields.routingKey
    seen.set(name, (seen.get(name) ?? 0) + 1)
    for (const problem of problemsWith(message)) problems.add(`${name}: ${problem}`)
  }

  const exchanges = new Set(
    channels.flatMap(({ bindings: { amqp } }) => (amqp.is === 'routingKey' ? [amqp.exchange.name] : [])),
  )
  const { queue } = await broker.assertQueue('', { exclusive: true })
  for (const exchange of exchanges) await broker.bindQueue(queue, queuePrefix + exchange, '#')
  await broker.consume(queue, (message) => message !== null && check(message), { noAck: true })

  return {
    /** The number of times each event was published. */
    seen: seen as ReadonlyMap<string, number>,
    problems: () => [...problems],
    /** Documented exchanges and queues that the broker does not have, or has with other properties. */
    topologyProblems: () => topologyProblems(channels, amqpUrl, queuePrefix),
    close: () => connection.close(),
  }
}

/** A broker refuses to declare an existing queue with other properties; a missing one is found by the check before. */
async function topologyProblems(channels: Channel[], amqpUrl: string, prefix: string): Promise<string[]> {
  const problems: string[] = []
  const connection = await connect(amqpUrl, { noDelay: true })
  for (const {
    address,
    bindings: { amqp },
  } of channels) {
    // A separate channel for each: a refusal closes it.
    const broker = await connection.createChannel()
    broker.on('error', () => undefined)
    try {
      if (amqp.is === 'routingKey') {
        const { name, type, ...options } = amqp.exchange
        await broker.checkExchange(prefix + name)
        await broker.assertExchange(prefix + name, type, options)
      } else {
        const { name, ...options } = amqp.queue
        await broker.checkQueue(prefix + name)
        await broker.assertQueue(prefix + name, {
          ...options,
          arguments: prefixed(amqp['x-arguments'], prefix),
        })
      }
    } catch (error) {
      problems.push(`${address}: ${error instanceof Error ? error.message : error}`)
    }
  }
  await connection.close()
  return problems
}

/** The stack's prefix separates the names of exchanges and queues. */
const prefixed = (args: Record<string, string>, prefix: string) =>
  Object.fromEntries(
    Object.entries(args).map(([key, value]) => [
      key,
      key.startsWith('x-dead-letter-') && !key.endsWith('strategy') ? prefix + value : value,
    ]),
  )

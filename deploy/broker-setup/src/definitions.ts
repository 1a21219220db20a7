import { brokerDefinitions, type DefinitionsOptions } from '../../../packages/messaging/src/definitions.ts'
import { declareTopology } from '../../../packages/messaging/src/topology.ts'

/**
 * Everything that the broker must contain before the first service starts, as RabbitMQ definitions: users with their
 * permissions, exchanges, queues and bindings. The services themselves have no permission to create anything.
 */
export async function completeDefinitions(options: DefinitionsOptions) {
  const { users, vhosts, permissions, topic_permissions } = brokerDefinitions(options)
  return { vhosts, users, permissions, topic_permissions, ...(await topology(options.queuePrefix)) }
}

type DeclaringChannel = Parameters<typeof declareTopology>[0]

/** Records the declarations of a service, with a channel that only collects them. */
async function topology(queuePrefix?: string) {
  const vhost = '/'
  const recorded = { exchanges: [] as object[], queues: [] as object[], bindings: [] as object[] }
  const channel: Pick<DeclaringChannel, 'assertExchange' | 'assertQueue' | 'bindQueue'> = {
    async assertExchange(name, type, { durable = true, autoDelete = false, internal = false } = {}) {
      recorded.exchanges.push({
        name,
        vhost,
        type,
        durable,
        auto_delete: autoDelete,
        internal,
        arguments: {},
      })
      return { exchange: name }
    },
    async assertQueue(name = '', { durable = true, autoDelete = false, arguments: args = {} } = {}) {
      recorded.queues.push({ name, vhost, durable, auto_delete: autoDelete, arguments: args })
      return { queue: name, messageCount: 0, consumerCount: 0 }
    },
    async bindQueue(queue, source, pattern, args = {}) {
      recorded.bindings.push({
        vhost,
        source,
        destination: queue,
        destination_type: 'queue',
        routing_key: pattern,
        arguments: args,
      })
      return {}
    },
  }
  await declareTopology(channel as DeclaringChannel, queuePrefix)
  return recorded
}

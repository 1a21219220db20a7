import { type EventName, events, type ServiceName } from '@prankpost/contracts'
import { brokerNames, subscriptionsOf } from './topology.ts'

/** The permissions of one service on the broker, as RabbitMQ's regular expressions for names. */
export interface BrokerPermissions {
  configure: string
  write: string
  read: string
  /** The routing keys with which it may publish to the exchange of all events. */
  topic: { exchange: string; write: string; read: string }
}

const nothing = '^$'

/**
 * The least privileges that a service needs: it may publish only its own events, read and requeue only to its own queues,
 * and declare nothing.
 * @param prefix pattern of the queue prefix
 */
export function brokerPermissions(service: ServiceName, prefix = ''): BrokerPermissions {
  const owned = (Object.keys(events) as EventName[]).filter((event) => events[event].owner === service)
  const exchange = brokerNames().events
  const isReader = subscriptionsOf(service).length > 0
  const writable = [
    ...(owned.length > 0 ? [literal(exchange)] : []),
    ...(isReader ? [`${literal(service)}\\.(redeliver|dead|retry\\.[0-9a-z]+)`] : []),
  ]
  return {
    configure: nothing,
    write: oneOf(writable, prefix),
    read: isReader ? `^${prefix}${literal(service)}\\.[a-z-]+(\\.dead)?$` : nothing,
    // RabbitMQ matches topic permissions by the exact name of the exchange.
    topic: { exchange, write: oneOf(owned.map(literal)), read: nothing },
  }
}

const oneOf = (patterns: string[], prefix = '') =>
  patterns.length === 0 ? nothing : `^${prefix}(${patterns.join('|')})$`

const literal = (text: string) => text.replaceAll('.', '\\.')

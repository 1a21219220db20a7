import { type EventName, events, type ServiceName } from '@prankpost/contracts'
import { brokerNames, subscriptionsOf } from './topology.ts'

/** What one service may do on the broker, as RabbitMQ's regular expressions over names. */
export interface BrokerPermissions {
  configure: string
  write: string
  read: string
  /** Which routing keys it may publish with on the exchange of all events. */
  topic: { exchange: string; write: string; read: string }
}

const nothing = '^$'

/**
 * The least that a service needs: it publishes the events that it owns and no other, reads its own
 * queues and gives back to them alone, and makes nothing. @param prefix pattern of the queue prefix
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
    // RabbitMQ knows topic permissions by the exchange's whole name.
    topic: { exchange, write: oneOf(owned.map(literal)), read: nothing },
  }
}

const oneOf = (patterns: string[], prefix = '') =>
  patterns.length === 0 ? nothing : `^${prefix}(${patterns.join('|')})$`

const literal = (text: string) => text.replaceAll('.', '\\.')

import type { Options } from 'amqplib'

/**
 * In seconds. After two missed heartbeats the broker redelivers the messages of a cut-off host to other consumers.
 * According to RabbitMQ's guide, shorter intervals are likely to close connections that are only briefly interrupted.
 * @source https://www.rabbitmq.com/docs/heartbeats#false-positives
 */
const heartbeat = 5

/** The nodes of a broker, in round-robin order. */
export interface BrokerAddresses {
  /** The next node, in the form that `connect` accepts. */
  next(): Options.Connect
}

/**
 * Parses a broker URL: one node, or the nodes of a cluster, comma-separated. The first node is random, so that clients
 * spread over the nodes; the others follow in order.
 */
export function brokerAddresses(url: string, random = Math.random()): BrokerAddresses {
  const nodes = url.split(',').map((address) => toConnect(address.trim()))
  let position = Math.floor(random * nodes.length)
  return { next: () => nodes[position++ % nodes.length] ?? {} }
}

/** Always sets all keys, so that one address completely replaces another. */
function toConnect(address: string) {
  const { protocol, hostname, port, username, password, pathname, searchParams } = new URL(address)
  const number = (name: string) => (searchParams.has(name) ? Number(searchParams.get(name)) : undefined)
  return {
    protocol: protocol.replace(':', ''),
    hostname: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? undefined : Number(port),
    username: username === '' ? 'guest' : decodeURIComponent(username),
    password: username === '' ? 'guest' : decodeURIComponent(password),
    vhost: pathname.slice(1) || '/',
    frameMax: number('frameMax'),
    channelMax: number('channelMax'),
    heartbeat,
  }
}

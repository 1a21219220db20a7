import type { Options } from 'amqplib'

/**
 * Seconds. A broker that hears nothing for two of these gives what a cut-off host holds to others; shorter ones
 * RabbitMQ's own guide calls likely to end connections that only stutter.
 * @source https://www.rabbitmq.com/docs/heartbeats#false-positives
 */
const heartbeat = 5

/** The nodes of a broker, one after the other. */
export interface BrokerAddresses {
  /** The node whose turn it is, as `connect` takes it. */
  next(): Options.Connect
}

/**
 * The nodes that an address names: one, or several of a cluster, comma-separated. The first is drawn by chance, so
 * that many clients spread over the nodes; then they come in turn.
 */
export function brokerAddresses(url: string, chance = Math.random()): BrokerAddresses {
  const nodes = url.split(',').map((address) => toConnect(address.trim()))
  let turn = Math.floor(chance * nodes.length)
  return { next: () => nodes[turn++ % nodes.length] ?? {} }
}

/** All keys are there in each, so that one can take the place of another. */
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

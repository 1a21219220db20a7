import { createHash, randomBytes } from 'node:crypto'
import type { ServiceName } from '@prankpost/contracts'
import { brokerPermissions } from './permissions.ts'

export interface DefinitionsOptions {
  /** A password for each service's user; the user has the service's name. */
  passwords: Record<ServiceName, string>
  /** The user with all permissions: it declares the topology and administers the broker. */
  admin: { name: string; password: string }
  queuePrefix?: string
}

/**
 * RabbitMQ's definitions (`load_definitions`) with one user for each service, which has access only to the service's own
 * exchanges and queues. They contain salted digests, no passwords. Loading them again changes nothing.
 * @source https://www.rabbitmq.com/docs/passwords#computing-password-hash
 */
export function brokerDefinitions({ passwords, admin, queuePrefix = '' }: DefinitionsOptions) {
  const services = Object.keys(passwords) as ServiceName[]
  const prefix = queuePrefix.replaceAll('.', '\\.')
  const allowed = services.map((user) => ({ user, ...brokerPermissions(user, prefix) }))
  const all = { configure: '.*', write: '.*', read: '.*' }
  return {
    users: [
      { ...credentials(admin.name, admin.password), tags: ['administrator'] },
      ...services.map((service) => ({ ...credentials(service, passwords[service]), tags: [] })),
    ],
    vhosts: [{ name: vhost }],
    permissions: [
      { user: admin.name, vhost, ...all },
      ...allowed.map(({ user, configure, write, read }) => ({ user, vhost, configure, write, read })),
    ],
    topic_permissions: allowed.map(({ user, topic: { exchange, ...keys } }) => ({
      user,
      vhost,
      exchange: `${queuePrefix}${exchange}`,
      ...keys,
    })),
  }
}

const vhost = '/'

function credentials(name: string, password: string) {
  const salt = randomBytes(4)
  const digest = createHash('sha256').update(salt).update(password).digest()
  return {
    name,
    password_hash: Buffer.concat([salt, digest]).toString('base64'),
    hashing_algorithm: 'rabbit_password_hashing_sha256',
  }
}

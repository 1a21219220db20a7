import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type ServiceName, serviceNames } from '@prankpost/contracts/services'

/** The administrator of a stack's own broker. */
export const adminName = 'prankpost'

/** The passwords of the users of a stack's own broker. */
export interface BrokerPasswords {
  admin: string
  services: Record<ServiceName, string>
}

/** The passwords of this data folder's broker, created once; a password is added for each new service. */
export function brokerPasswords(dataDir: string): BrokerPasswords {
  const file = path.join(dataDir, 'rabbitmq', 'passwords.json')
  const known: Partial<BrokerPasswords> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const services = Object.fromEntries(
    serviceNames.map((service) => [service, known.services?.[service] ?? newPassword()]),
  ) as Record<ServiceName, string>
  const passwords = { admin: known.admin ?? newPassword(), services }
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify(passwords), { mode: 0o600 })
  return passwords
}

const newPassword = () => randomBytes(24).toString('hex')

import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type ServiceName, serviceNames } from '@prankpost/contracts/services'

/** The user of a stack's own broker who may do everything. */
export const adminName = 'prankpost'

/** What the users of a stack's own broker sign in with. */
export interface BrokerPasswords {
  admin: string
  services: Record<ServiceName, string>
}

/** The passwords of this data folder's broker, made once; a service that came later gets one as well. */
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

/**
 * Loads the definitions into RabbitMQ through its management API, and exits. Safe to repeat: existing objects are kept,
 * and passwords are set to those of the environment. Requires RABBITMQ_MANAGEMENT_URL, RABBITMQ_ADMIN_PASSWORD, and
 * SERVICE_PASSWORD_<NAME> for each service.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { type ServiceName, serviceNames } from '../../../packages/contracts/src/services.ts'
import { completeDefinitions } from './definitions.ts'

const adminName = 'prankpost'
const timeoutMs = 60_000

const admin = { name: adminName, password: required('RABBITMQ_ADMIN_PASSWORD') }
const services = serviceNames.map((service) => [service, required(passwordVariable(service))])
const passwords = Object.fromEntries(services) as Record<ServiceName, string>
const definitions = await completeDefinitions({ passwords, admin })
await load(new URL('/api/definitions', required('RABBITMQ_MANAGEMENT_URL')))
console.log(`${definitions.queues.length} queues and ${definitions.users.length} users are loaded`)

/** Loads the definitions; retries while the broker is starting, but not after a 4xx answer. */
async function load(url: URL): Promise<void> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const answer = await post(url).catch((error: Error) => error)
    if (!(answer instanceof Error) && answer.ok) return
    const why =
      answer instanceof Error ? answer.message : `it answers ${answer.status} ${await answer.text()}`
    const isFinal = !(answer instanceof Error) && answer.status < 500
    if (isFinal || Date.now() > deadline) {
      console.error(`The definitions could not be loaded into ${url.host}: ${why}`)
      process.exit(1)
    }
    await delay(1_000)
  }
}

function post(url: URL): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${admin.name}:${admin.password}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(definitions),
    signal: AbortSignal.timeout(30_000),
  })
}

function passwordVariable(service: ServiceName): string {
  return `SERVICE_PASSWORD_${service.toUpperCase().replaceAll('-', '_')}`
}

function required(variable: string): string {
  const value = process.env[variable]
  if (value) return value
  console.error(`${variable} is not set.`)
  process.exit(78)
}

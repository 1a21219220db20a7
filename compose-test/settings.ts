import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { freePort, isPortFree } from '@prankpost/local-stack'
import { composeFile } from '../deploy/compose-file.ts'
import type { RunningShop } from '../ledgers/index.ts'
import { missingLines } from '../scripts/setup-command.mjs'
import { soakEnvironment } from '../soak/needs.ts'
import { Obstacle } from './obstacle.ts'

/** The ports that a run publishes on 127.0.0.1. */
export interface Ports {
  gateway: number
  sandbox: number
  mail: number
  mongodb: number
  broker: number
}

/** The ports of the settings, or ports that no other program uses. */
export async function choosePorts(env: Env): Promise<Ports> {
  const chosen = async (port: string | undefined) => (port ? Number(port) : await freePort())
  return {
    gateway: await chosen(env.GATEWAY_PORT),
    sandbox: await chosen(env.STRIPE_SANDBOX_PORT),
    mail: await chosen(env.MAIL_CATCHER_PORT),
    mongodb: await freePort(),
    broker: await freePort(),
  }
}

/** @throws with the ports that another program uses */
export async function expectFree(ports: Ports): Promise<void> {
  const states = await Promise.all(
    Object.values(ports).map(async (port) => ((await isPortFree(port, '127.0.0.1')) ? [] : [port])),
  )
  const used = states.flat()
  if (used.length > 0)
    throw new Obstacle(
      `Port ${used.join(', ')} of 127.0.0.1 is in use. Stop the program that uses it, or set another one in .env (GATEWAY_PORT, STRIPE_SANDBOX_PORT, MAIL_CATCHER_PORT).`,
    )
}

/** The variables of a Compose file, by name. */
export type Env = NodeJS.Dict<string>

/** Settings with new secrets, as `npm run setup` makes them. */
export const newSecrets = (): Env => parseEnv(missingLines('').join('\n'))

/** Writes the settings of a run: the given ones, the ports, and the limits and intervals of the soak. */
export async function writeEnvFile(folder: string, env: Env, ports: Ports): Promise<string> {
  const { sandbox: _sandbox, ...services } = soakEnvironment
  const settings = {
    ...env,
    GATEWAY_PORT: ports.gateway,
    STRIPE_SANDBOX_PORT: ports.sandbox,
    MAIL_CATCHER_PORT: ports.mail,
    BACKUP_DIR: path.join(folder, 'backups'),
    ...Object.assign({}, ...Object.values(services)),
  }
  const file = path.join(folder, 'test.env')
  const lines = Object.entries(settings).map(([name, value]) => `${name}='${value}'\n`)
  await writeFile(file, lines.join(''), { mode: 0o600 })
  return file
}

interface OverrideOptions {
  /** Where the ledgers read database and broker; without it, they do not. */
  ports?: Pick<Ports, 'mongodb' | 'broker'>
  /** Whether MongoDB's image is a stand-in without users. */
  withoutUsers: boolean
}

/** A Compose file that changes or adds containers. */
export interface Override {
  services: Record<string, Record<string, unknown>>
  networks?: Record<string, object>
  volumes?: Record<string, object>
}

/**
 * What differs from docker-compose.yml: the ledgers read the database and the broker, over a network of their own, and the
 * sandbox sends the webhooks that payment records.
 */
export function overrideOf({ ports, withoutUsers }: OverrideOptions): Override {
  const services: Override['services'] = {}
  if (ports !== undefined) {
    const forLedgers = (port: number, inside: number) => ({
      networks: ['ledgers'],
      ports: [`127.0.0.1:${port}:${inside}`],
    })
    services.mongo = forLedgers(ports.mongodb, 27017)
    services.rabbitmq = forLedgers(ports.broker, 5672)
    services['stripe-sandbox'] = { environment: { ...soakEnvironment.sandbox } }
  }
  if (withoutUsers) {
    for (const name of servicesWithDatabase()) {
      const environment = { ...(services[name]?.environment as object), MONGODB_URI: 'mongodb://mongo:27017' }
      services[name] = { ...services[name], environment }
    }
    services['mongo-setup'] = { command: ['true'] }
  }
  return { services, ...(ports !== undefined && { networks: { ledgers: {} } }) }
}

const servicesWithDatabase = () =>
  Object.entries(composeFile.services).flatMap(([name, { environment }]) =>
    environment?.MONGODB_URI === undefined ? [] : [name],
  )

/** The addresses of the shop, for people and ledgers. */
export function shopAt(ports: Ports, env: Env, withoutUsers: boolean): RunningShop {
  const mongo = `127.0.0.1:${ports.mongodb}/?directConnection=true`
  const names = Object.keys(composeFile.services).filter((name) => composeFile.services[name]?.build)
  return {
    baseUrl: `http://127.0.0.1:${ports.gateway}`,
    sandboxUrl: `http://127.0.0.1:${ports.sandbox}`,
    adminPassword: env.ADMIN_PASSWORD ?? '',
    processes: names.map((name) => ({ spec: { name } })),
    amqpUrl: `amqp://prankpost:${env.RABBITMQ_ADMIN_PASSWORD}@127.0.0.1:${ports.broker}`,
    queuePrefix: '',
    mongodbUri: withoutUsers
      ? `mongodb://${mongo}`
      : `mongodb://root:${env.MONGO_ROOT_PASSWORD}@${mongo}&authSource=admin`,
    databasePrefix: 'prankpost',
  }
}

/**
 * Prints the pods' part of `.env` as Kubernetes Secrets, and the public keys as a ConfigMap, as JSON:
 * `node deploy/kubernetes/secrets.mjs | kubectl apply -f -`. It writes no file. To store secrets elsewhere (External
 * Secrets, Sealed Secrets, Vault), create objects with the same names and keys.
 */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'

const namespace = 'prankpost'
const mongo = 'mongo-0.mongo-svc:27017,mongo-1.mongo-svc:27017,mongo-2.mongo-svc:27017'
const mongoOptions = 'replicaSet=mongo&authSource=admin'
const broker = 'rabbitmq:5672'
const brokerAdmin = 'prankpost'

/** Settings that only one service has. */
const own = {
  auth: ['SESSION_PRIVATE_KEY'],
  payment: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  consent: ['ADDRESS_KEY'],
  notification: ['SMTP_URL', 'MAIL_FROM', 'OPERATOR_EMAIL'],
}
/** The same, for what the shop works without. */
const optional = {
  auth: ['ADMIN_PASSWORD', 'ADMIN_SHARED_PASSWORD'],
  contact: ['USPS_CLIENT_ID', 'USPS_CLIENT_SECRET', 'USPS_URL'],
}

/**
 * Returns the objects for the settings of a `.env`.
 * @throws Error naming the settings that are missing
 */
export function secretsFrom(env) {
  const services = Object.keys(env)
    .filter((key) => key.startsWith('SERVICE_PRIVATE_KEY_'))
    .map((key) => key.replace('SERVICE_PRIVATE_KEY_', '').toLowerCase().replaceAll('_', '-'))
  const missing = new Set(services.length === 0 ? ['SERVICE_PRIVATE_KEY_...'] : [])
  const take = (key) => env[key] || void missing.add(key)
  const of = (what, service) => take(`${what}_${service.toUpperCase().replaceAll('-', '_')}`)
  const byService = (make) => Object.fromEntries(services.map((service) => [service, make(service)]))

  const passwords = byService((service) => of('SERVICE_PASSWORD', service))
  const adminPassword = take('RABBITMQ_ADMIN_PASSWORD')
  const publicKeys = {
    SESSION_PUBLIC_KEY: take('SESSION_PUBLIC_KEY'),
    SERVICE_PUBLIC_KEYS: JSON.stringify(byService((service) => unescaped(of('SERVICE_PUBLIC_KEY', service)))),
  }
  const items = [
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'public-keys', namespace }, data: publicKeys },
    ...services.map((service) =>
      secret(service, {
        MONGODB_URI: `mongodb://${service}:${passwords[service]}@${mongo}/?${mongoOptions}`,
        AMQP_URL: `amqp://${service}:${passwords[service]}@${broker}`,
        SERVICE_PRIVATE_KEY: of('SERVICE_PRIVATE_KEY', service),
        ...Object.fromEntries((own[service] ?? []).map((key) => [key, take(key)])),
        ...Object.fromEntries(
          (optional[service] ?? []).filter((key) => env[key]).map((key) => [key, env[key]]),
        ),
      }),
    ),
    secret('mongo-users', passwords),
    secret('rabbitmq-admin', {
      username: brokerAdmin,
      password: adminPassword,
      'default_user.conf': `default_user = ${brokerAdmin}\ndefault_pass = ${adminPassword}\n`,
      host: `rabbitmq.${namespace}.svc`,
      port: '5672',
      provider: 'rabbitmq',
      type: 'rabbitmq',
    }),
    secret('broker-setup', {
      RABBITMQ_ADMIN_PASSWORD: adminPassword,
      ...Object.fromEntries(
        services.map((service) => [
          `SERVICE_PASSWORD_${service.toUpperCase().replaceAll('-', '_')}`,
          passwords[service],
        ]),
      ),
    }),
  ]
  if (missing.size > 0) throw new Error(`.env lacks ${[...missing].join(', ')}`)
  return { apiVersion: 'v1', kind: 'List', items }
}

const secret = (name, stringData) => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name, namespace },
  stringData,
})

/** In `.env` the line breaks of a key are written as \n. */
const unescaped = (pem) => pem?.replaceAll('\\n', '\n')

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const file = fileURLToPath(new URL('../../.env', import.meta.url))
  try {
    if (!existsSync(file)) throw new Error('There is no .env: npm run setup')
    console.log(JSON.stringify(secretsFrom(parseEnv(readFileSync(file, 'utf8'))), null, 2))
  } catch (error) {
    console.error(error.message)
    process.exitCode = 1
  }
}

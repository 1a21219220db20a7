import path from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, test } from 'vitest'
import { secretsFrom } from '../../deploy/kubernetes/secrets.mjs'
import { configSchema as gatewayConfig, routedServices } from '../../gateway/src/config.ts'
import { urlVariable } from '../../packages/service-kit/src/config.ts'
import { missingLines } from '../../scripts/setup-command.mjs'
import { databaseOf, serviceNames, services, variableOf } from '../../system.ts'
import { containerOf, type KubernetesObject, ofKind, render } from '../support/kubernetes-objects.ts'
import { mistakesOf } from '../support/kubernetes-schemas.ts'

const ofCustomers = {
  ADMIN_SHARED_PASSWORD: 'on',
  STRIPE_SECRET_KEY: 'sk_test_of_this_test',
  SMTP_URL: 'smtps://user:password@mail.example:465',
  MAIL_FROM: 'Order Desk <hello@example.com>',
  OPERATOR_EMAIL: 'operator@example.com',
  USPS_CLIENT_ID: 'usps-key-of-this-test',
  USPS_CLIENT_SECRET: 'usps-secret-of-this-test',
  USPS_URL: 'https://apis-tem.usps.com',
}
const fresh: NodeJS.Dict<string> = { ...parseEnv(missingLines('').join('\n')), ...ofCustomers }
const items: KubernetesObject[] = secretsFrom(fresh).items
const objects = [...render('small'), ...items]
const secretOf = (name: string) =>
  items.find(({ kind, metadata }) => kind === 'Secret' && metadata.name === name)?.stringData ?? {}

/** The environment of the process in a pod. */
function environmentOf(name: string): Record<string, string> {
  const workload = objects.find(
    ({ kind, metadata }) => ['Deployment', 'Job'].includes(kind) && metadata.name === name,
  ) as KubernetesObject
  const { env = [], envFrom = [] } = containerOf(workload)
  const given = envFrom.map(({ configMapRef, secretRef }) => {
    if (secretRef !== undefined) return secretOf(secretRef.name)
    const map = ofKind(objects, 'ConfigMap').find(({ metadata }) => metadata.name === configMapRef?.name)
    if (map?.data === undefined) throw new Error(`${name}: there is no ConfigMap ${configMapRef?.name}`)
    return map.data
  })
  return Object.assign({}, ...given, Object.fromEntries(env.map(({ name, value }) => [name, value])))
}

const schemasOf = async (service: string) => {
  const { configSchema, rebuildConfigSchema } = await import(
    path.join(import.meta.dirname, '..', '..', 'services', service, 'src', 'config.ts')
  )
  return { configSchema, more: Object.keys(rebuildConfigSchema?.shape ?? {}) }
}

describe('the environment of a pod', () => {
  test.each(serviceNames)('contains everything that the configuration of %s requires', async (service) => {
    const { configSchema } = await schemasOf(service)
    expect(() => configSchema.parse(environmentOf(service))).not.toThrow()
  })

  test.each(serviceNames)('contains nothing that %s does not read', async (service) => {
    const { configSchema, more } = await schemasOf(service)
    const read = [...Object.keys(configSchema.shape), ...more]
    const unread = Object.keys(environmentOf(service)).filter((key) => !read.includes(key))
    expect(unread).toEqual([])
  })

  test('contains, for the gateway, everything that its configuration requires and no secret', () => {
    const env = environmentOf('gateway')
    expect(() => gatewayConfig.parse(env)).not.toThrow()
    const known = [...Object.keys(gatewayConfig.in.shape), ...routedServices.map(urlVariable)]
    expect(Object.keys(env).filter((key) => !known.includes(key))).toEqual([])
    expect(env.METRICS_PORT).toBe('9100')
  })

  test('contains, for the set-up of the broker, its address and all passwords', () => {
    const { RABBITMQ_MANAGEMENT_URL, RABBITMQ_ADMIN_PASSWORD, ...passwords } = environmentOf('broker-setup')
    expect(RABBITMQ_MANAGEMENT_URL).toBe('http://rabbitmq:15672')
    expect(RABBITMQ_ADMIN_PASSWORD).toBe(fresh.RABBITMQ_ADMIN_PASSWORD)
    const wanted = serviceNames.map((service) => `SERVICE_PASSWORD_${variableOf(service)}`)
    expect(passwords).toEqual(Object.fromEntries(wanted.map((name) => [name, fresh[name]])))
  })
})

describe('deploy/kubernetes/secrets.mjs', () => {
  test('creates objects in the form that Kubernetes requires, one Secret for each service and three for the engines', async () => {
    expect((await Promise.all(items.map(mistakesOf))).flat()).toEqual([])
    expect(
      ofKind(items, 'Secret')
        .map(({ metadata }) => metadata.name)
        .toSorted(),
    ).toEqual([...serviceNames, 'mongo-users', 'rabbitmq-admin', 'broker-setup'].toSorted())
    expect(new Set(items.map(({ metadata }) => metadata.namespace))).toEqual(new Set(['prankpost']))
  })

  test('gives each private key, and each secret of one service, to that service only', () => {
    const owners = (value: string) =>
      ofKind(items, 'Secret')
        .filter(({ metadata }) => Object.values(secretOf(metadata.name)).includes(value))
        .map(({ metadata }) => metadata.name)
    for (const service of serviceNames)
      expect(owners(String(fresh[`SERVICE_PRIVATE_KEY_${variableOf(service)}`]))).toEqual([service])
    for (const service of serviceNames)
      for (const name of services[service].needs ?? [])
        expect([name, owners(String(fresh[name]))]).toEqual([name, [service]])
  })

  test('when something is missing in .env, then it says what', () => {
    const { STRIPE_SECRET_KEY: _left, ...rest } = fresh
    expect(() => secretsFrom(rest)).toThrow('.env lacks STRIPE_SECRET_KEY')
    expect(() => secretsFrom({})).toThrow('.env lacks SERVICE_PRIVATE_KEY_...')
  })

  test('when USPS is not configured, then contact has no settings for it, and nothing is missing', () => {
    const { USPS_CLIENT_ID: _id, USPS_CLIENT_SECRET: _secret, USPS_URL: _url, ...rest } = fresh
    const secrets: KubernetesObject[] = secretsFrom(rest).items
    const contact = secrets.find(({ kind, metadata }) => kind === 'Secret' && metadata.name === 'contact')
    expect(Object.keys(contact?.stringData ?? {})).toEqual(['MONGODB_URI', 'AMQP_URL', 'SERVICE_PRIVATE_KEY'])
  })
})

describe.each(['small', 'large'])('the engines of the overlay %s', (overlay) => {
  const rendered = render(overlay)
  const [mongo] = ofKind(rendered, 'MongoDBCommunity')
  const [rabbitmq] = ofKind(rendered, 'RabbitmqCluster')

  test('MongoDB has a user for each service, with the rights on its own database and the password of its Secret', () => {
    const users = mongo?.spec.users as { name: string; passwordSecretRef: { name: string; key: string } }[]
    expect(users.map(({ name }) => name).toSorted()).toEqual([...serviceNames].sort())
    for (const user of users) {
      const { DATABASE_PREFIX, MONGODB_URI } = environmentOf(user.name)
      const { name, key } = user.passwordSecretRef
      const password = secretOf(name)[key]
      expect(user).toMatchObject({
        db: 'admin',
        roles: [{ name: 'readWrite', db: databaseOf(user.name, DATABASE_PREFIX) }],
        scramCredentialsSecretName: `mongo-${user.name}`,
      })
      const hosts = [...Array(mongo?.spec.members).keys()].map(
        (n) => `${mongo?.metadata.name}-${n}.${mongo?.metadata.name}-svc:27017`,
      )
      expect(MONGODB_URI).toBe(
        `mongodb://${user.name}:${password}@${hosts}/?replicaSet=${mongo?.metadata.name}&authSource=admin`,
      )
    }
  })

  test('RabbitMQ has the administrator that the set-up signs in as', () => {
    const secret = secretOf(rabbitmq?.spec.secretBackend.externalSecret.name)
    expect(secret.password).toBe(environmentOf('broker-setup').RABBITMQ_ADMIN_PASSWORD)
    expect(secret['default_user.conf']).toBe(
      `default_user = ${secret.username}\ndefault_pass = ${secret.password}\n`,
    )
    expect(environmentOf('order').AMQP_URL).toMatch(new RegExp(`@${rabbitmq?.metadata.name}:5672$`))
  })
})

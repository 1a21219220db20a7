import { execFile } from 'node:child_process'
import { createPrivateKey, createPublicKey } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { parseEnv, promisify } from 'node:util'
import vm from 'node:vm'
import { freePort, localSecrets } from '@prankpost/local-stack'
import { describe, expect, test } from 'vitest'
import { composeText, environmentOf, variablesIn } from '../../deploy/compose-file.ts'
import { localKeys, missingLines } from '../../scripts/setup-command.mjs'
import { databaseOf, serviceNames, variableOf } from '../../system.ts'

const execute = promisify(execFile)
const root = path.join(import.meta.dirname, '..', '..')
const text = missingLines('').join('\n')
const fresh = parseEnv(text)

describe('npm run setup', () => {
  test('when there is no .env, then it writes everything that docker-compose.yml requires', () => {
    const needed = variablesIn(composeText).filter(({ required }) => required)
    expect(needed.length).toBeGreaterThan(40)
    for (const { name } of needed) expect([name, Boolean(fresh[name])]).toEqual([name, true])
  })

  test('when it runs again, then nothing is added', () => {
    expect(missingLines(`${text}\n`)).toEqual([])
  })

  test('when a value exists, then it remains, and a missing public key is derived from its private one', () => {
    const kept = text.split('\n').filter((line) => /^SERVICE_PRIVATE_KEY_ORDER=/.test(line))
    const added = missingLines(`ADMIN_PASSWORD=mine\n${kept.join('\n')}\n`)
    expect(added.join('\n')).not.toMatch(/^(ADMIN_PASSWORD|SERVICE_PRIVATE_KEY_ORDER)=/m)
    expect(parseEnv(added.join('\n')).SERVICE_PUBLIC_KEY_ORDER).toBe(fresh.SERVICE_PUBLIC_KEY_ORDER)
  })

  test('when npm start has made keys, then those that its data need are kept', async () => {
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'prankpost-setup-'))
    const { ADDRESS_KEY, SESSION_PRIVATE_KEY } = localSecrets(dataDir)
    const added = parseEnv(missingLines('', localKeys(dataDir)).join('\n'))
    await rm(dataDir, { recursive: true })
    expect(added.ADDRESS_KEY).toBe(ADDRESS_KEY)
    expect(added.SESSION_PRIVATE_KEY?.replaceAll('\\n', '\n')).toBe(SESSION_PRIVATE_KEY.trim())
    expect(localKeys(dataDir)).toEqual({})
  })

  test.each(serviceNames)('gives %s its own key', (service) => {
    const pem = (half: string) =>
      String(fresh[`SERVICE_${half}_KEY_${variableOf(service)}`]).replaceAll('\\n', '\n')
    const own = createPublicKey(createPrivateKey(pem('PRIVATE')))
    expect(own.equals(createPublicKey(pem('PUBLIC')))).toBe(true)
    const emitted = JSON.parse(environmentOf('order', fresh).SERVICE_PUBLIC_KEYS ?? '')
    expect(own.equals(createPublicKey(emitted[service]))).toBe(true)
  })

  test('creates every secret only once', () => {
    const secrets = Object.entries(fresh).filter(([name]) => !name.includes('PUBLIC'))
    expect(new Set(secrets.map(([, value]) => value)).size).toBe(secrets.length)
  })
})

describe("mongo-users.js, which creates the database server's users", () => {
  interface User {
    user: string
    pwd: string
    roles: { role: string; db: string }[]
  }
  const run = async (known: string[]) => {
    const created: User[] = []
    const updated: User[] = []
    const addresses: string[] = []
    const admin = {
      getUser: (user: string) => (known.includes(user) ? { user } : null),
      createUser: (user: User) => created.push(user),
      updateUser: (user: string, change: Omit<User, 'user'>) => updated.push({ user, ...change }),
    }
    const script = await readFile(path.join(root, 'deploy', 'compose', 'mongo-users.js'), 'utf8')
    vm.runInNewContext(script, {
      process: { env: environmentOf('mongo-setup', fresh) },
      connect(address: string) {
        addresses.push(address)
        return admin
      },
      print: () => {},
      encodeURIComponent,
    })
    return { created, updated, addresses }
  }

  test('when it runs first, then each service gets a user who may use its own database and no other', async () => {
    const { created, updated, addresses } = await run([])
    const users = [...serviceNames, 'stripe-sandbox']
    expect(addresses).toEqual([
      `mongodb://root:${fresh.MONGO_ROOT_PASSWORD}@mongo:27017/admin?authSource=admin`,
    ])
    expect(updated).toEqual([])
    expect(created.map(({ user }) => user).toSorted()).toEqual(users.toSorted())
    for (const { user, pwd, roles } of created) {
      const { MONGODB_URI, DATABASE_PREFIX } = environmentOf(user, fresh)
      expect(MONGODB_URI).toBe(`mongodb://${user}:${pwd}@mongo:27017/?authSource=admin`)
      expect(roles).toEqual([{ role: 'readWrite', db: databaseOf(user, DATABASE_PREFIX) }])
    }
  })

  test('when it runs again, then existing users get the current password, and missing ones are created', async () => {
    const { created, updated } = await run([...serviceNames])
    expect(created.map(({ user }) => user)).toEqual(['stripe-sandbox'])
    expect(updated.map(({ user, pwd }) => [user, pwd]).toSorted()).toEqual(
      serviceNames.map((name) => [name, fresh[`SERVICE_PASSWORD_${variableOf(name)}`]]).toSorted(),
    )
  })
})

describe('the health check of the images', () => {
  const dockerfile = readFile(path.join(root, 'Dockerfile'), 'utf8')
  const check = async (port: number) => {
    const [, command = '[]'] = /HEALTHCHECK [^\n]*\n\s+CMD (\[.*\])/.exec(await dockerfile) ?? []
    const [program, file = '', ...more]: string[] = JSON.parse(command)
    expect([program, more]).toEqual(['node', []])
    const here = path.join(root, path.relative('/app', file))
    const run = execute(process.execPath, [here], { env: { ...process.env, PORT: String(port) } })
    return run.then(
      () => 0,
      ({ code }: { code: number }) => code,
    )
  }

  test.each([
    [200, 0],
    [503, 1],
  ])(
    'when /healthz answers %s on the port that the container was given, then it ends with %s',
    async (status, code) => {
      const server = createServer(({ url }, res) => res.writeHead(url === '/healthz' ? status : 500).end())
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      expect(await check((server.address() as AddressInfo).port)).toBe(code)
      server.close()
    },
  )

  test('when the port is closed, then it ends with 1', async () => {
    expect(await check(await freePort())).toBe(1)
  })
})

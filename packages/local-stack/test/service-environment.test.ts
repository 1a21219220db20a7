import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { localSecrets } from '../src/processes/secrets.ts'
import { gatewayEnvironment } from '../src/processes/service-environment.ts'

let root: string
beforeAll(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'prankpost-root-'))
})
afterAll(() => rm(root, { recursive: true, force: true }))

const adminFolder = () =>
  gatewayEnvironment({
    root,
    env: {},
    secrets: localSecrets(root),
    adminPassword: 'prankmaster',
    mongodbUri: 'mongodb://127.0.0.1',
    amqpUrl: 'amqp://127.0.0.1',
    brokerUrlFor: undefined,
    databasePrefix: 'prankpost',
    queuePrefix: '',
    host: '127.0.0.1',
    gatewayPort: 8080,
    publicUrl: 'http://127.0.0.1:8080',
    sandbox: undefined,
    mail: undefined,
    servicePorts: {},
    webDist: path.join(root, 'web', 'dist'),
  }).ADMIN_WEB_DIST

test('when the admin is not built yet, then the gateway still gets its folder, because the first start builds it meanwhile', async () => {
  expect(adminFolder()).toBeUndefined()
  await mkdir(path.join(root, 'admin-web'))
  await writeFile(path.join(root, 'admin-web', 'package.json'), '{}')
  expect(adminFolder()).toBe(path.join(root, 'admin-web', 'dist'))
})

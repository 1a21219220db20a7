import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { serviceNames } from '@prankpost/contracts/services'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { localSecrets } from '../src/processes/secrets.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'prankpost-secrets-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('when secrets are read again, then they are the same, and only the owner can read the file', async () => {
  const first = localSecrets(folder)
  expect(localSecrets(folder)).toEqual(first)
  expect(first.STRIPE_SECRET_KEY).toMatch(/^sk_test_/)
  expect(new Set(Object.values(first.SERVICE_KEYS).map(({ privateKey }) => privateKey)).size).toBe(
    serviceNames.length,
  )
  expect((await stat(path.join(folder, 'secrets.json'))).mode & 0o777).toBe(0o600)
})

test('when the file is damaged, then new secrets replace it', async () => {
  const first = localSecrets(folder)
  await writeFile(path.join(folder, 'secrets.json'), '{"SESSION')
  const second = localSecrets(folder)
  expect(second).not.toEqual(first)
  expect(localSecrets(folder)).toEqual(second)
})

import { testNamespace } from '@prankpost/test-harness'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildImage, type Image } from '../../deploy/image/build-image.ts'
import type { Container } from '../../deploy/image/container.ts'
import { provideTools } from '../../deploy/image/tools.ts'
import { type Trial, tryImage } from '../../deploy/image/try-image.ts'

/** Megabytes that an image may add to its base image. */
const limit = 250

const obstacle = await provideTools()
const print = (line: string) => void process.stdout.write(`${line}\n`)
// Reported, and counted as skipped.
if (obstacle) print(`NOT TRIED: no image was built and run, because ${obstacle}.`)
const whereItCan = obstacle ? describe.skip : describe

whereItCan('the image of a service, built and run without an engine', () => {
  const space = testNamespace()
  let image: Image
  let trial: Trial
  beforeAll(async () => {
    image = await build('catalog')
    trial = await tryImage('catalog', image, space)
  }, 540_000)
  afterAll(async () => {
    await trial?.end()
    await space.drop()
  })

  test('names a user by number, and needs no shell', () => {
    expect(image.user).toMatch(/^[1-9]\d*:[1-9]\d*$/)
    expect(image.command).toEqual(['node', 'src/main.ts'])
    expect(image.healthcheck[0]).toBe('CMD')
  })

  test('contains what production needs and nothing that only the build or the tests need', () => {
    const packages = trial.container.list('/app/node_modules/.pnpm')
    expect(packages).toContainEqual(expect.stringMatching(/^mongoose@/))
    const tools = /embedded-mongodb|vitest|biome|playwright|typescript@|^node@|vite/
    expect(packages.filter((name) => tools.test(name))).toEqual([])
    expect(trial.container.list('/app/packages').toSorted()).toEqual([
      'contracts',
      'messaging',
      'service-kit',
    ])
    expect(trial.container.list('/app/services')).toEqual(['catalog'])
  })

  test('when it runs on a read-only file system, then it is ready, sells pranks and is healthy', async () => {
    await trial.answers('/readyz')
    const pranks = await (await trial.answers('/api/pranks')).json()
    expect(pranks).toHaveLength(6)
    const identity = { uid: '1000', capabilities: '0000000000000000', isReadOnly: true }
    expect(trial.container.identity()).toEqual(identity)
    expect(await trial.container.health()).toBe(0)
  })

  test('when it is stopped during a call, then the call is answered first and it ends with 0', async () => {
    const { container, database } = trial
    database.hold()
    // Its readiness check queries the database.
    const underWay = fetch(`${trial.url}/readyz`)
    await database.held('ping')
    container.stop()
    await said(container, 'stopping')
    expect(await isRunning(container)).toBe(true)
    database.release()
    expect((await underWay).status).toBe(200)
    expect(await container.exitCode).toBe(0)
    await expect(fetch(`${trial.url}/healthz`)).rejects.toThrow('fetch failed')
  })
})

whereItCan('the image of the gateway', () => {
  const space = testNamespace()
  let trial: Trial
  beforeAll(async () => {
    trial = await tryImage('gateway', await build('gateway'), space)
  }, 540_000)
  afterAll(() => trial?.end())

  test('when it runs, then it serves the store and the admin that were built into it', async () => {
    const store = await (await trial.answers('/')).text()
    const admin = await (await trial.answers('/admin')).text()
    for (const page of [store, admin]) {
      const [, script = ''] = /src="(\/[^"]+\.js)"/.exec(page) ?? []
      expect((await fetch(trial.url + script)).headers.get('content-type')).toMatch(/javascript/)
    }
    expect(store).not.toBe(admin)
  })

  test('when it is stopped, then it ends with 0', async () => {
    trial.container.stop()
    expect(await trial.container.exitCode).toBe(0)
  })
})

async function build(service: string): Promise<Image> {
  const image = await buildImage(service, print)
  const megabytes = image.ownBytes / 1e6
  print(`${image.name}: ${megabytes.toFixed(0)} MB beyond its base`)
  expect(megabytes).toBeGreaterThan(5)
  expect(megabytes).toBeLessThan(limit)
  return image
}

async function said(container: Container, text: string) {
  for (const deadline = Date.now() + 5_000; Date.now() < deadline; ) {
    if (container.output().includes(text)) return
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  throw new Error(`It never said "${text}":\n${container.output()}`)
}

async function isRunning(container: Container) {
  const soon = new Promise<string>((resolve) => setTimeout(resolve, 50, 'still'))
  return (await Promise.race([container.exitCode, soon])) === 'still'
}

import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '..', '..')
const execute = promisify(execFile)
const docker = async (...args: string[]) =>
  (await execute('docker', args, { cwd: root, maxBuffer: 64e6 })).stdout.trim()

const version = await docker('version', '--format', '{{.Server.Version}}').catch(() => undefined)
// Reported, and counted as skipped.
if (!version) process.stdout.write('NOT TRIED: no image was built, because no Docker engine answers.\n')

interface Image {
  Size: number
  RootFS: { Layers: string[] }
  Config: { User: string; Cmd: string[]; Healthcheck: { Test: string[] }; Labels: Record<string, string> }
}
const inspect = async (image: string): Promise<Image> =>
  JSON.parse(await docker('image', 'inspect', image))[0]

/** Builds an image without a tag, as docker-compose.yml does, and returns its id. */
const build = (service: string, context: string, ...options: string[]) =>
  docker(
    ...['build', '--quiet', '--build-arg', `SERVICE=${service}`, '--build-arg', 'SOURCE_DATE_EPOCH=0'],
    ...['--build-arg', 'REVISION=abc123', ...options, context],
  )

describe.skipIf(!version)('the images', () => {
  const ids: Record<string, string> = {}
  const images: Record<string, Image> = {}
  const readIn = (service: string, ...command: string[]) =>
    docker('run', '--rm', '--network', 'none', ids[service] ?? '', ...command)
  const list = async (service: string, folder: string) => (await readIn(service, 'ls', folder)).split('\n')
  const { NODE_IMAGE } = process.env
  const options = NODE_IMAGE ? ['--build-arg', `NODE_IMAGE=${NODE_IMAGE}`] : []

  beforeAll(async () => {
    for (const service of ['catalog', 'gateway']) {
      ids[service] = await build(service, root, ...options)
      images[service] = await inspect(ids[service])
    }
  })
  afterAll(async () => {
    for (const id of Object.values(ids)) await docker('image', 'rm', id).catch(() => undefined)
  })

  test('name a user by number, need no shell, and say what they are', () => {
    expect(images.catalog?.Config).toMatchObject({
      User: '1000:1000',
      Cmd: ['node', 'src/main.ts'],
      Healthcheck: { Test: ['CMD', 'node', '/app/deploy/image/healthcheck.mjs'] },
      Labels: {
        'org.opencontainers.image.title': 'prankpost-catalog',
        'org.opencontainers.image.version': '0.1.0',
        'org.opencontainers.image.revision': 'abc123',
        'org.opencontainers.image.licenses': 'MIT',
      },
    })
  })

  test('contain the sources of one service, and no package that only the build or the tests need', async () => {
    expect(await list('catalog', '/app/services')).toEqual(['catalog'])
    expect(await list('catalog', '/app/packages')).toEqual([
      'api-docs',
      'contracts',
      'messaging',
      'screening',
      'service-kit',
    ])
    const packages = await list('catalog', '/app/node_modules/.pnpm')
    expect(packages).toContainEqual(expect.stringMatching(/^mongoose@/))
    const tools = /embedded-mongodb|vitest|biome|playwright|typescript@|^node@|vite/
    expect(packages.filter((name) => tools.test(name))).toEqual([])
    expect(await readIn('gateway', 'find', '/app', '-maxdepth', '1', '-name', 'services')).toBe('')
  })

  test('can convert pictures, whose library brings a binary for the platform', async () => {
    const size = "s({create:{width:9,height:9,channels:3,background:'red'}}).webp().toBuffer()"
    const script = `import('sharp').then(({default:s})=>${size}).then((webp)=>console.log(webp.toString('latin1',8,12)))`
    expect(await readIn('catalog', 'node', '--eval', script)).toBe('WEBP')
  })

  test('list exactly the installed packages in their SBOM', async () => {
    const { components } = JSON.parse(await readIn('catalog', 'cat', '/app/sbom.cdx.json'))
    const listed = components
      .filter(({ group }: { group?: string }) => group !== '@prankpost')
      .map((one: { group?: string; name: string; version: string }) =>
        [one.group, `${one.name}@${one.version}`].filter(Boolean).join('+'),
      )
    const installed = (await list('catalog', '/app/node_modules/.pnpm'))
      .filter((name) => name.includes('@'))
      .map((name) => /^@?[^@]+@[^_(]+/.exec(name)?.[0])
    expect([...new Set(listed)].toSorted()).toEqual([...new Set(installed)].toSorted())
    const fronts = JSON.parse(await readIn('gateway', 'cat', '/app/sbom-fronts.cdx.json'))
    expect(fronts.components.map(({ name }: { name: string }) => name)).toContain('react-dom')
  })

  test('give their user no file to change', async () => {
    expect(
      await readIn(
        'catalog',
        'find',
        '/app',
        '(',
        '-user',
        '1000',
        '-o',
        '-writable',
        ')',
        '!',
        '-type',
        'l',
      ),
    ).toBe('')
  })

  test('share their layers, and add less than 200 MB to them', async () => {
    const layers = (service: string) => images[service]?.RootFS.Layers ?? []
    const own = layers('catalog').filter((layer) => !layers('gateway').includes(layer))
    expect(own).toHaveLength(1)
    const sizes = (await docker('history', '--human=false', '--format', '{{.Size}}', ids.gateway ?? ''))
      .split('\n')
      .map(Number)
    // The layer of the service is the first one that is not empty.
    expect(sizes.find((size) => size > 0)).toBeLessThan(200e6)
  })

  test('when they are built again from files of another time, then all layers are the same', async () => {
    const copy = await mkdtemp(path.join(os.tmpdir(), 'prankpost-sources-'))
    try {
      const isSource = (file: string) => !/(^|\/)(node_modules|\.git|dist|\.local|\.env)$/.test(file)
      await cp(root, copy, { recursive: true, filter: isSource })
      const id = await build('gateway', copy, ...options, '--no-cache')
      expect((await inspect(id)).RootFS.Layers).toEqual(images.gateway?.RootFS.Layers)
      if (id !== ids.gateway) await docker('image', 'rm', id)
    } finally {
      await rm(copy, { recursive: true, force: true })
    }
  })
})

import { createHash } from 'node:crypto'
import { globSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { prankImages } from '@prankpost/contracts'
import { buildFront } from '@prankpost/local-stack'
import { beforeAll, describe, expect, test } from 'vitest'
import { picturesHash } from '../../web/src/lib/picture-file.ts'
import { adminBudgets, type Budgets, storeBudgets } from '../support/fronts/budgets.ts'
import { type BuiltFront, bytesOf, pixelsOf, readBuiltFront } from '../support/fronts/built-front.ts'
import { largestShown } from '../support/fronts/shown-sizes.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** Files that others fetch by a fixed name: they are cached for an hour, and are not part of a screen. */
const fixedNames = [
  'index.html',
  'shell.js',
  'favicon.png',
  'apple-touch-icon.png',
  'og.png',
  'repeat-draws.mjs',
  ...prankImages.map((name) => `previews/${name}.png`),
]
/** The Latin subsets as published, and the characters of English, which nearly all visits load. */
const fonts = {
  'lilita-one-latin-400-normal': 11_300,
  'nunito-latin-wght-normal': 41_100,
  'nunito-english': 19_200,
}
/** Smaller texts are served uncompressed. */
const packedFrom = 400

const fronts: { name: string; base: string; budgets: Budgets }[] = [
  { name: 'web', base: '/', budgets: storeBudgets },
  { name: 'admin-web', base: '/admin/', budgets: adminBudgets },
]

describe.each(fronts)('the built $name', ({ name, base, budgets }) => {
  let dist: string
  let front: BuiltFront
  let files: string[]
  beforeAll(async () => {
    dist = await buildFront(root, name)
    front = readBuiltFront(dist, base)
    files = globSync('**/*.*', { cwd: dist }).filter((file) => statSync(path.join(dist, file)).isFile())
  })

  const loads = () => new Map([['first load', front.firstLoad], ...front.onDemand])

  test('when something is loaded then it has a budget, and there is no other budget', () => {
    expect([...loads().keys()].sort()).toEqual(Object.keys(budgets).sort())
  })

  test.each(['br', 'gz'] as const)(
    'when it is served as %s then nothing takes more than its budget',
    (encoding) => {
      const over = [...loads()].flatMap(([what, wanted]) => {
        const bytes = bytesOf(dist, wanted, encoding)
        const budget = budgets[what]?.[encoding] ?? 0
        return bytes > budget ? [`${what}: ${bytes} bytes of ${budget}`] : []
      })
      expect(over).toEqual([])
    },
  )

  test('when a budget is far too large then it must be lowered, or it limits nothing', () => {
    const loose = [...loads()].flatMap(([what, wanted]) => {
      const bytes = bytesOf(dist, wanted, 'br')
      const budget = budgets[what]?.br ?? 0
      return budget > bytes * 1.15 + 200 ? [`${what}: ${bytes} bytes of ${budget}`] : []
    })
    expect(loose).toEqual([])
  })

  test('when a file may be cached forever then its name contains its hash', () => {
    const named = files.filter(
      (file) => !/\.(?:br|gz)$/.test(file) && !/^assets\/[^/]+-[\w-]{8}\.\w+$/.test(file),
    )
    expect(named.filter((file) => !fixedNames.includes(file))).toEqual([])
    expect(files.filter((file) => file.startsWith('assets/')).length).toBeGreaterThan(50)
  })

  test('when a file is text then there is a brotli and a gzip copy of it next to it', () => {
    const texts = files.filter(
      (file) => /\.(?:html|js|css|svg)$/.test(file) && statSync(path.join(dist, file)).size >= packedFrom,
    )
    for (const file of texts) {
      const content = readFileSync(path.join(dist, file))
      expect([
        file,
        brotliDecompressSync(readFileSync(path.join(dist, `${file}.br`))).equals(content),
      ]).toEqual([file, true])
      expect([file, gunzipSync(readFileSync(path.join(dist, `${file}.gz`))).equals(content)]).toEqual([
        file,
        true,
      ])
    }
    expect(texts.length).toBeGreaterThan(30)
  })

  test('when it is a font then it is a small subset, as WOFF2', () => {
    for (const file of files.filter((one) => /\.(?:woff2?|ttf|otf|eot)$/.test(one))) {
      const [, family = ''] = file.match(/^assets\/(.+)-[\w-]{8}\.woff2$/) ?? []
      const bytes = readFileSync(path.join(dist, file))
      expect([file, bytes.toString('latin1', 0, 4)]).toEqual([file, 'wOF2'])
      expect(Object.keys(fonts)).toContain(family)
      expect(bytes.length).toBeLessThanOrEqual(fonts[family as keyof typeof fonts])
    }
  })

  test('when a file is a picture of a screen then it is WebP, AVIF or SVG', () => {
    const pictures = files.filter((file) => /\.(?:png|jpe?g|gif|bmp|ico|webp|avif|svg)$/.test(file))
    const others = pictures.filter((file) => !/\.(?:webp|avif|svg)$/.test(file))
    expect(others.filter((file) => !fixedNames.includes(file))).toEqual([])
  })
})

test('when home is opened, then its scripts are at most 105 kB gzip', async () => {
  const dist = await buildFront(root, 'web')
  const { firstLoad, onDemand } = readBuiltFront(dist, '/')
  const scripts = [...firstLoad, ...(onDemand.get('features/home/home.page.tsx') ?? [])].filter((file) =>
    file.endsWith('.js'),
  )
  const bytes = scripts.reduce((sum, file) => sum + gzipSync(readFileSync(path.join(dist, file))).length, 0)
  expect(bytes).toBeGreaterThan(50_000)
  expect(bytes).toBeLessThanOrEqual(105_000)
})

test('when a picture of the store is shown then it has no more than twice the pixels of its largest place', () => {
  const shown = largestShown(path.join(root, 'web', 'src'))
  const pictures = globSync('web/public/assets/*', { cwd: root })
  for (const file of pictures) {
    const [, family = '', named] = path.basename(file).match(/^([a-z]+)(?:-[a-z]+)?-(\d+)-\w+\.webp$/) ?? []
    const { width, height } = pixelsOf(path.join(root, file))
    // The page selects a picture for a screen by this name.
    expect([file, width]).toEqual([file, Number(named)])
    expect([file, Math.max(width, height) <= 2 * (shown.get(family) ?? 0)]).toEqual([file, true])
  }
  expect(pictures.length).toBeGreaterThan(50)
  expect([...shown.keys()].sort()).toEqual(['avatar', 'logo', 'prank', 'scene'])
})

test('when a picture of the store changes then the address of all of them does', () => {
  const pictures = globSync('web/public/assets/*', { cwd: root }).sort()
  const all = createHash('sha256')
  for (const file of pictures) all.update(readFileSync(path.join(root, file)))
  expect(all.digest('hex').slice(0, 8), 'npm run pictures').toBe(picturesHash)
  expect(pictures.filter((file) => !file.endsWith(`-${picturesHash}.webp`))).toEqual([])
})

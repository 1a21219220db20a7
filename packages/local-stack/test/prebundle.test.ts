import { execFile } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from '@jest/globals'
import { prebundledImports, prebundleFolder, prebundleRegister } from '../src/prebundle.mjs'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const checkout = mkdtempSync(path.join(os.tmpdir(), 'prankpost-prebundle-'))
afterAll(() => rmSync(checkout, { recursive: true, force: true }))

/** A file in the made-up checkout that was changed so many seconds after another. */
function fileOf(seconds: number, ...names: string[]): string {
  const file = path.join(checkout, ...names)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, '')
  // Later than whatever the checkout itself is made of.
  const at = Date.now() / 1_000 + seconds
  utimesSync(file, at, at)
  return file
}

describe('packages put into few files', () => {
  test('when packages were installed since, or nothing was put together, then they are loaded as they are', () => {
    expect(prebundledImports(checkout)).toEqual([])
    fileOf(0, 'node_modules', '.pnpm', 'lock.yaml')
    expect(prebundledImports(checkout)).toEqual([])
    const register = fileOf(1, prebundleFolder, prebundleRegister)
    expect(prebundledImports(checkout)).toEqual(['--import', register])
    fileOf(2, 'node_modules', '.pnpm', 'lock.yaml')
    expect(prebundledImports(checkout)).toEqual([])
  })

  test('when a service is loaded from them, then none of its shared packages comes in a second time, as it is', async () => {
    const imports = prebundledImports(root)
    expect(imports).toHaveLength(2)
    const list = path.join(checkout, 'list.mjs')
    writeFileSync(
      list,
      `import { registerHooks } from 'node:module'
       const loaded = []
       registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) })
       process.once('exit', () => console.log(JSON.stringify(loaded)))`,
    )
    const loadedBy = async (folder: string): Promise<string[]> => {
      const app = path.join(root, folder, 'src', 'app.ts')
      const { stdout } = await promisify(execFile)(process.execPath, [...imports, '--import', list, app])
      return JSON.parse(stdout)
    }
    // Data of packages is read where it lies.
    const plain = (url: string) =>
      url.endsWith('.json') ? undefined : /\/node_modules\/\.pnpm\/([^/]+)/.exec(url)?.[1]
    const bundled = (url: string) => url.includes(prebundleFolder)
    for (const folder of ['services/order', 'services/payment', 'packages/stripe-sandbox', 'gateway']) {
      const loaded = await loadedBy(folder)
      expect(loaded.filter(bundled).length).toBeGreaterThan(2)
      expect({ folder, plain: loaded.map(plain).filter(Boolean) }).toEqual({ folder, plain: [] })
    }
  })

  test('when a module of the product imports a package that is in them, then by its name alone: a part of it would be another copy', () => {
    const register = readFileSync(path.join(root, prebundleFolder, prebundleRegister), 'utf8')
    const places: [string, string][] = JSON.parse(/new Map\((.*)\)/.exec(register)?.[1] ?? '[]')
    const names = places.map(([name]) => name)
    expect(names).toEqual(expect.arrayContaining(['mongoose', 'express', 'zod', 'mongodb']))
    const sources = globSync(
      '{services/*,gateway,packages/{contracts,messaging,service-kit,stripe-sandbox}}/src/**/*.ts',
      {
        cwd: root,
      },
    )
    const parts = sources.flatMap((file) => {
      const text = readFileSync(path.join(root, file), 'utf8')
      const specifiers = [...text.matchAll(/^(?:import|export) (?!type )[^'"]*from '([^']+)'/gm)].map(
        ([, name]) => name ?? '',
      )
      return specifiers
        .filter((one) => names.some((name) => one.startsWith(`${name}/`)))
        .map((one) => `${file}: ${one}`)
    })
    expect(sources.length).toBeGreaterThan(200)
    expect(parts).toEqual([])
  })
})

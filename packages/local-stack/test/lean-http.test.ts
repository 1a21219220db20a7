import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test } from '@jest/globals'
import { prebundledImports } from '../src/prebundle.mjs'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const lean = ['--import', path.join(root, 'deploy', 'image', 'lean-http.mjs')]

/** Runs a piece of code as a module after the preloads, and answers what it printed. */
async function run(imports: string[], code: string): Promise<unknown> {
  const args = [...imports, '--input-type=module', '--eval', code]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return JSON.parse(stdout)
}
const hasFetch = `process.moduleLoadList.some((name) => name.includes('undici/undici'))`
const loadsFetch = (imports: string[], module: string) =>
  run(imports, `await import(${JSON.stringify(module)}); console.log(${hasFetch})`)

describe("Node's http by itself", () => {
  test('when it is imported as a module, then what fetch is made of comes along, or not after the preload', async () => {
    expect(await loadsFetch([], 'node:http')).toBe(true)
    expect(await loadsFetch(lean, 'node:http')).toBe(false)
    expect(await loadsFetch(lean, 'http')).toBe(false)
  })

  test('when a server and a call are made with it, then they are what they were', async () => {
    const code = `
      import http, { createServer, request } from 'node:http'
      import { createRequire } from 'node:module'
      const required = createRequire(import.meta.url)('node:http')
      const server = createServer((_, res) => res.end('parcel')).listen(0, '127.0.0.1', () => {
        const { port } = server.address()
        request({ port, host: '127.0.0.1' }, async (answer) => {
          const text = Buffer.concat(await answer.toArray()).toString()
          server.close()
          console.log(JSON.stringify({ text, same: required === http, sockets: typeof required.WebSocket }))
        }).end()
      })`
    expect(await run(lean, code)).toEqual({ text: 'parcel', same: true, sockets: 'function' })
  })

  test('when any of our processes is loaded, then it is without what fetch is made of', async () => {
    const imports = [...lean, ...prebundledImports(root)]
    const apps = globSync('{services/*,gateway,packages/stripe-sandbox}/src/app.ts', { cwd: root })
    expect(apps.length).toBeGreaterThan(11)
    const loaded = await Promise.all(
      apps.map(async (app) => [app, await loadsFetch(imports, path.join(root, app))]),
    )
    expect(loaded.filter(([, has]) => has)).toEqual([])
  }, 60_000)
})

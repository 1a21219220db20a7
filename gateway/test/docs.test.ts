import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { asyncApiDocument, openApiDocument } from '@prankpost/api-docs'
import { afterAll, describe, expect, test } from 'vitest'
import { closeAll, errorShape, startGateway } from './fixture.ts'

const gateway = await startGateway()
afterAll(closeAll)

const files = {
  '': 'text/html',
  '/': 'text/html',
  '/page.css': 'text/css',
  '/start.js': 'text/javascript',
  '/viewer.css': 'text/css',
  '/viewer.js': 'text/javascript',
  '/openapi.json': 'application/json',
  '/asyncapi.json': 'application/json',
}

describe('the documents of the API', () => {
  test('when one is requested then it is the generated one', async () => {
    expect((await gateway.call('GET', '/api/docs/openapi.json')).body).toEqual(openApiDocument())
    expect((await gateway.call('GET', '/api/docs/asyncapi.json')).body).toEqual(asyncApiDocument())
  })

  test.each(Object.entries(files))(
    'when /api/docs%s is requested then it may be cached for some minutes, and a revalidation finds it unchanged',
    async (file, type) => {
      const { status, headers, text } = await gateway.call('GET', `/api/docs${file}`)
      expect([status, headers['content-type']]).toEqual([200, `${type}; charset=utf-8`])
      expect(headers['cache-control']).toBe('public, max-age=300')
      const again = { headers: { 'if-none-match': String(headers.etag) } }
      const kept = await gateway.call('GET', `/api/docs${file}`, again)
      expect([kept.status, kept.text]).toEqual([304, ''])
      const head = await gateway.call('HEAD', `/api/docs${file}`)
      expect([head.status, head.text, head.headers.etag]).toEqual([200, '', headers.etag])
      const answer = await fetch(`${gateway.url}/api/docs${file}`, {
        headers: { 'accept-encoding': 'gzip' },
      })
      expect(answer.headers.get('content-encoding')).toBe('gzip')
      expect(await answer.text()).toBe(text)
    },
  )

  test('when a client does not accept gzip then the response is not compressed', async () => {
    const { headers } = await gateway.call('GET', '/api/docs/openapi.json')
    expect([headers['content-encoding'], headers.vary]).toEqual([undefined, 'Accept-Encoding'])
  })

  test.each([
    '/api/docs/swagger-ui.js',
    '/api/docs/index.html',
    '/api/docs/..%2fpackage.json',
    '/api/docs/a/b',
  ])('when %s is requested then it is a 404', async (address) => {
    const { status, headers, body } = await gateway.call('GET', address)
    expect([status, body]).toEqual([404, errorShape('not_found', headers['x-request-id'])])
  })

  test('when a write is sent to it then it is a 404', async () => {
    const { status } = await gateway.call('POST', '/api/docs/openapi.json', { body: '{}' })
    expect(status).toBe(404)
  })
})

describe('the page of the API', () => {
  test('when it is opened then it has no inline script or style, and no address of another origin', async () => {
    const { text, headers } = await gateway.call('GET', '/api/docs')
    expect(text).not.toMatch(/<style|style=|\son[a-z]+=|<script(?![^>]*\ssrc="\/)/)
    const addresses = [...text.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address]) => address)
    expect(addresses.length).toBeGreaterThan(4)
    for (const address of addresses) expect(address).toMatch(/^\/(?!\/)/)
    expect(String(headers['content-security-policy']).split(';')).toContain("script-src 'self'")
  })

  test('when the gateway starts then neither generators nor viewer are loaded', () => {
    const app = path.join(import.meta.dirname, '..', 'src', 'app.ts')
    const script = `
      const { registerHooks } = await import('node:module')
      registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context) } })
      const loaded = []
      await import(${JSON.stringify(app)})
      console.log(loaded.length > 50, loaded.filter((url) => /api-docs|swagger/.test(url)).length)`
    const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', script]
    const output = execFileSync(process.execPath, args, { env: { ...process.env, NODE_OPTIONS: '' } })
    expect(String(output).trim()).toBe('true 0')
  })
})

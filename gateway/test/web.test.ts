import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { webPaths } from '@prankpost/contracts'
import { afterAll, describe, expect, test } from 'vitest'
import { closeAll, errorShape, send, startGateway } from './fixture.ts'

const folder = await mkdtemp(path.join(os.tmpdir(), 'prankpost-web-'))
const [webDist, adminWebDist] = [path.join(folder, 'store'), path.join(folder, 'admin')]
await build(webDist, 'the store')
await build(adminWebDist, 'the admin')
const gateway = await startGateway({}, { webDist, adminWebDist })
const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

afterAll(async () => {
  await closeAll()
  await rm(folder, { recursive: true })
})

async function build(dist: string, name: string) {
  await mkdir(path.join(dist, 'assets'), { recursive: true })
  await writeFile(path.join(dist, 'index.html'), `<!doctype html><title>${name}</title>`)
  await writeFile(path.join(dist, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  const script = `console.log(${JSON.stringify(name)})`
  await writeFile(path.join(dist, 'assets', 'index-abc123.js'), script)
  await writeFile(path.join(dist, 'assets', 'index-abc123.js.br'), brotliCompressSync(script))
}

describe('pages', () => {
  test.each([...webPaths, '/cart/', '/success?session_id=cs_1&order_id=2'])(
    'when %s is opened then it is the store with 200',
    async (address) => {
      const { status, text, headers } = await gateway.call('GET', address, { headers: html })
      expect([status, text]).toEqual([200, '<!doctype html><title>the store</title>'])
      expect(headers['content-type']).toMatch(/^text\/html; ?charset=utf-8$/i)
      expect(headers['cache-control']).toBe('no-cache')
    },
  )

  test.each(['/nothing', '/cart/more', '/dashboard.html', '/%E0%A4%A', '/..%2f..%2fetc/passwd', '/apiary'])(
    'when %s is opened then it is the store with 404',
    async (address) => {
      const { status, text, headers } = await gateway.call('GET', address, { headers: html })
      expect([status, text]).toEqual([404, '<!doctype html><title>the store</title>'])
      expect(headers['content-type']).toMatch(/^text\/html/)
    },
  )

  test('when a page is opened then it is compressed once', async () => {
    const { url, call } = await startGateway({}, { webDist })
    const first = await fetch(`${url}/cart`, { headers: { ...html, 'accept-encoding': 'br' } })
    expect(first.headers.get('content-encoding')).toBe('br')
    expect(await first.text()).toBe('<!doctype html><title>the store</title>')
    const etag = String(first.headers.get('etag'))
    expect((await fetch(`${url}/`, { headers: { ...html, 'if-none-match': etag } })).status).toBe(304)
    const { headers } = await call('GET', '/', { headers: { ...html, 'accept-encoding': 'identity' } })
    expect(headers['content-encoding']).toBeUndefined()
  })

  test('when the admin is opened then it is the admin, and other paths below it are the admin with 404', async () => {
    const page = '<!doctype html><title>the admin</title>'
    for (const address of ['/admin', '/admin/', '/admin?tab=orders']) {
      const { status, text, headers } = await gateway.call('GET', address, { headers: html })
      expect([status, text, headers['cache-control']]).toEqual([200, page, 'no-cache'])
    }
    const unknown = await gateway.call('GET', '/admin/nothing', { headers: html })
    expect([unknown.status, unknown.text]).toEqual([404, page])
    expect((await gateway.call('GET', '/admin/assets/index-abc123.js')).text).toContain('the admin')
  })

  test('when the admin is not configured then its path is unknown to the store', async () => {
    const alone = await startGateway({}, { webDist })
    const { status, text } = await alone.call('GET', '/admin', { headers: html })
    expect([status, text]).toEqual([404, '<!doctype html><title>the store</title>'])
  })

  test('when the client does not accept HTML then an unknown path is a JSON 404', async () => {
    const answer = await gateway.call('GET', '/nothing', { headers: { accept: 'application/json' } })
    expect([answer.status, answer.body]).toEqual([
      404,
      errorShape('not_found', answer.headers['x-request-id']),
    ])
  })

  test('when a page is requested by a method other than GET and HEAD then it is a JSON 404', async () => {
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const answer = await gateway.call(method, '/cart', { headers: html })
      expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
    }
  })

  test('when HEAD is called then the response is the same without a body', async () => {
    const head = await gateway.call('HEAD', '/cart', { headers: html })
    const unknown = await gateway.call('HEAD', '/nothing', { headers: html })
    expect([head.status, head.text, unknown.status, unknown.text]).toEqual([200, '', 404, ''])
  })

  test('when the browser already has the page then it is a 304', async () => {
    const { headers } = await gateway.call('GET', '/', { headers: html })
    const again = await gateway.call('GET', '/', {
      headers: { ...html, 'if-none-match': String(headers.etag) },
    })
    expect(again.status).toBe(304)
  })
})

describe('files', () => {
  test('when an asset is requested then it may be cached permanently', async () => {
    const { status, headers, text } = await gateway.call('GET', '/assets/index-abc123.js')
    expect([status, text]).toEqual([200, 'console.log("the store")'])
    expect(headers['content-type']).toMatch(/^text\/javascript/)
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
  })

  test('when the browser accepts brotli then it gets the precompressed file', async () => {
    const response = await fetch(`${gateway.url}/assets/index-abc123.js`, {
      headers: { 'accept-encoding': 'br' },
    })
    expect([response.headers.get('content-encoding'), response.headers.get('vary')]).toEqual([
      'br',
      'Accept-Encoding',
    ])
    expect(await response.text()).toBe('console.log("the store")')
    expect(brotliDecompressSync(brotliCompressSync('x')).toString()).toBe('x')
  })

  test('when an asset is missing then the response is not a page', async () => {
    const answer = await gateway.call('GET', '/assets/index-old.js', { headers: { accept: '*/*' } })
    expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
  })

  test('when a file has no hash in its name then it is cached for an hour', async () => {
    const { headers } = await gateway.call('GET', '/favicon.svg')
    expect(headers['cache-control']).toBe('public, max-age=3600')
  })

  test('when a valid or invalid range is requested then the complete file is sent', async () => {
    for (const range of ['bytes=0-3', 'bytes=9-2', 'bytes=-1']) {
      const { status, text } = await gateway.call('GET', '/assets/index-abc123.js', { headers: { range } })
      expect([status, text]).toEqual([200, 'console.log("the store")'])
    }
  })

  test('when a path leaves the folder then no file outside it is served', async () => {
    for (const address of [
      '/../../etc/passwd',
      '/%2e%2e/%2e%2e/etc/passwd',
      '/assets/..%2f..%2f..%2fetc%2fpasswd',
    ]) {
      expect((await send(gateway.url, 'GET', address)).text).not.toContain('root:')
    }
  })

  test('when a file is deleted while the gateway runs then the gateway continues', async () => {
    const dist = path.join(folder, 'fleeting')
    await build(dist, 'fleeting')
    const fleeting = await startGateway({}, { webDist: dist })
    expect((await fleeting.call('GET', '/')).status).toBe(200)
    await rm(path.join(dist, 'assets'), { recursive: true })
    await fleeting.call('GET', '/assets/index-abc123.js').catch(() => undefined)
    expect((await fleeting.call('GET', '/healthz')).status).toBe(200)
  })
})

describe('front ends that are not built', () => {
  test('when the folder is missing then a clear text reports it', async () => {
    for (const dist of [undefined, path.join(folder, 'not-there')]) {
      const bare = await startGateway({}, { webDist: dist })
      const { status, text, headers } = await bare.call('GET', '/', { headers: html })
      expect([status, headers['content-type']]).toEqual([503, 'text/plain; charset=utf-8'])
      expect(text).toContain('not built')
    }
  })

  test('when the folder is built later then the store is served', async () => {
    const dist = path.join(folder, 'later')
    const early = await startGateway({}, { webDist: dist })
    expect((await early.call('GET', '/', { headers: html })).status).toBe(503)
    await build(dist, 'later')
    expect((await early.call('GET', '/', { headers: html })).status).toBe(200)
  })
})

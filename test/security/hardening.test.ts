import { api } from '@prankpost/contracts'
import { type SharedStack, sharedStack, until } from '@prankpost/test-harness'
import { beforeAll, describe, expect, test } from 'vitest'
import { sendRaw, statusesIn } from '../../attack/kit/raw.ts'
import { Shopper } from '../support/shopper.ts'

let stack: SharedStack
beforeAll(async () => {
  stack = await sharedStack()
})

describe('the headers of an answer', () => {
  const reads = Object.entries(api).filter(([key]) => key.startsWith('GET '))
  const pathOf = (key: string) =>
    key
      .slice(key.indexOf('/'))
      .replace(':slug', 'raw-potato')
      .replace(':report', 'sales')
      .replace(':name/versions/:version', 'faq/versions/1')
      .replace('texts/:name', 'texts/faq')
      .replace(/:\w+/g, 'f0'.repeat(12))

  test.each(Object.entries(api))(
    'when %s is called from another site, or without access, then they are strict',
    async (key) => {
      const [method] = key.split(' ')
      const origin = 'https://evil.test'
      const { headers } = await fetch(stack.baseUrl + pathOf(key), {
        method,
        headers: { origin },
        redirect: 'manual',
      })
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-security-policy': expect.stringMatching(/script-src 'self';.*frame-ancestors 'none'/),
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'permissions-policy': expect.stringMatching(/camera=\(\).*geolocation=\(\)/),
      })
      const names = [...headers.keys()]
      expect(names.filter((name) => /^access-control-|^server$|^x-powered-by$/.test(name))).toEqual([])
      // These are the same for all, and revalidated each time.
      const isShared = /^GET \/api\/(pranks|shop|texts|draws$)/.test(key)
      const wanted = isShared ? 'public, no-cache' : 'no-store'
      expect(headers.get('cache-control')).toBe(wanted)
    },
  )

  test('when a caller may see it then no cache on the way may store it', async () => {
    const shopper = await new Shopper(stack).signUp()
    // The export is ready once every service has delivered its part.
    await shopper.call('POST', '/api/auth/data-export')
    await until(async () => (await shopper.call('GET', '/api/auth/data-export')).body.state === 'ready')
    for (const [key, { access }] of reads) {
      if (access === 'public') continue
      const known = { cookie: shopper.cookie, 'x-admin-password': stack.adminPassword }
      const { status, headers } = await fetch(stack.baseUrl + pathOf(key), { headers: known })
      // A new customer has no order and no plan, and no prank or customer has this id.
      const isUnknown =
        access === 'customer' ? key.includes('/:') : /(pranks|customers|contact-messages)\/:id/.test(key)
      const wanted = isUnknown ? 404 : 200
      expect([key, status, headers.get('cache-control')]).toEqual([key, wanted, 'no-store'])
    }
  })

  test('when a browser sends a preflight from another site then the answer does not permit it', async () => {
    for (const path of ['/api/pranks', '/api/auth/login', '/api/admin/orders', '/', '/admin']) {
      const asks = { origin: 'https://evil.test', 'access-control-request-method': 'POST' }
      const { status, headers } = await fetch(stack.baseUrl + path, { method: 'OPTIONS', headers: asks })
      expect([path, status]).toEqual([path, 404])
      expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
    }
  })
})

describe('malformed and smuggled requests', () => {
  const hidden = 'GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n'
  const post = (headers: string, body: string) =>
    `POST /api/auth/logout HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${headers}\r\n${body}`

  test.each([
    [
      'a length next to chunks',
      post('content-length: 5\r\ntransfer-encoding: chunked\r\n', `0\r\n\r\n${hidden}`),
    ],
    [
      'chunks next to a length',
      post('transfer-encoding: chunked\r\ncontent-length: 5\r\n', `0\r\n\r\n${hidden}`),
    ],
    ['two lengths', post('content-length: 2\r\ncontent-length: 40\r\n', `{}${hidden}`)],
    ['a list of lengths', post('content-length: 2, 40\r\n', `{}${hidden}`)],
    ['a length with a sign', post('content-length: +2\r\n', `{}${hidden}`)],
    ['a negative length', post('content-length: -2\r\n', hidden)],
    ['a length in hex', post('content-length: 0x2\r\n', `{}${hidden}`)],
    ['another coding', post('transfer-encoding: xchunked\r\n', `0\r\n\r\n${hidden}`)],
    ['chunked not last', post('transfer-encoding: chunked, identity\r\n', `0\r\n\r\n${hidden}`)],
    [
      'two codings',
      post('transfer-encoding: chunked\r\ntransfer-encoding: identity\r\n', `0\r\n\r\n${hidden}`),
    ],
    ['a space before the colon', post('transfer-encoding : chunked\r\n', `0\r\n\r\n${hidden}`)],
    [
      'a control character next to the coding',
      post('transfer-encoding: \x0bchunked\r\n', `0\r\n\r\n${hidden}`),
    ],
    ['a folded header', post('x-fold: a\r\n transfer-encoding: chunked\r\n', `0\r\n\r\n${hidden}`)],
    ['a null byte in a header', post('x-null: a\0b\r\ncontent-length: 2\r\n', `{}${hidden}`)],
    ['a line that ends with a bare CR', post('x-cr: a\rcontent-length: 2\r\n', `{}${hidden}`)],
    ['a chunk of a negative size', post('transfer-encoding: chunked\r\n', `-1\r\n{}\r\n0\r\n\r\n${hidden}`)],
    [
      'a chunk of a size with a hex prefix',
      post('transfer-encoding: chunked\r\n', `0x2\r\n{}\r\n0\r\n\r\n${hidden}`),
    ],
    ['a chunk longer than it says', post('transfer-encoding: chunked\r\n', `1\r\n{}\r\n0\r\n\r\n${hidden}`)],
    [
      'a chunk of a far too large size',
      post('transfer-encoding: chunked\r\n', `fffffffffffffffff\r\n{}\r\n0\r\n\r\n${hidden}`),
    ],
    ['no host', `GET /api/pranks HTTP/1.1\r\n\r\n${hidden}`],
    ['another protocol', `GET /api/pranks HTTP/3.7\r\nhost: x\r\n\r\n${hidden}`],
    ['no protocol', `GET /api/pranks\r\n\r\n${hidden}`],
    ['an unknown method', `SMUGGLE /api/pranks HTTP/1.1\r\nhost: x\r\n\r\n${hidden}`],
  ])(
    'when one has %s then it is refused once, and the request hidden behind it is not read',
    async (_, bytes) => {
      const answer = await sendRaw(stack, bytes)
      const [status, ...others] = statusesIn(answer)
      // Chunks are refused by their header, or broken ones by the parser, whichever comes first.
      expect([400, 411, 505]).toContain(status)
      expect(others).toEqual([])
      expect(answer).not.toContain('alive')
      expect(answer).toMatch(/^connection: close/im)
      // The connection to the service behind is not affected.
      expect((await fetch(`${stack.baseUrl}/api/pranks`)).status).toBe(200)
    },
  )

  test('when one is sent in two valid parts, or two in one, then each is answered once; one in chunks is refused', async () => {
    const two = `GET /healthz HTTP/1.1\r\nhost: x\r\n\r\nGET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`
    expect(statusesIn(await sendRaw(stack, two))).toEqual([200, 200])
    const chunked = post(
      'transfer-encoding: chunked\r\nconnection: close\r\n',
      '1\r\n{\r\n1\r\n}\r\n0\r\n\r\n',
    )
    expect(statusesIn(await sendRaw(stack, chunked))).toEqual([411])
  })

  test('when the method is not supported then it is a 404, and the answer repeats nothing of the request', async () => {
    for (const method of ['TRACE', 'PROPFIND', 'OPTIONS', 'PURGE', 'LINK']) {
      for (const path of ['/', '/admin', '/api/pranks', '/api/auth/user', '/healthz']) {
        const bytes = `${method} ${path} HTTP/1.1\r\nhost: x\r\ncookie: told=back\r\nconnection: close\r\n\r\n`
        const answer = await sendRaw(stack, bytes)
        expect([method, path, statusesIn(answer)]).toEqual([method, path, [404]])
        expect(answer).not.toContain('told=back')
      }
    }
    const tunnel = 'CONNECT example.com:443 HTTP/1.1\r\nhost: example.com:443\r\n\r\n'
    expect(statusesIn(await sendRaw(stack, tunnel)).filter((status) => status < 400)).toEqual([])
  })

  test('when a request names another host then no answer links there', async () => {
    for (const path of [
      '/',
      '/api/login',
      '/api/nothing',
      '//evil.test/',
      '/\\evil.test',
      '/admin/../..//evil.test',
    ]) {
      const answer = await sendRaw(
        stack,
        `GET ${path} HTTP/1.1\r\nhost: evil.test\r\nx-forwarded-host: evil.test\r\nconnection: close\r\n\r\n`,
      )
      expect(answer).not.toMatch(/evil\.test/)
    }
  })
})

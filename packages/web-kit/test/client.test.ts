import { createServer, type IncomingMessage, type Server } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { ApiError, call, callFile, listOf, networkMessage, shape, text } from '../src/index.ts'

type Answer = { status?: number; body?: string; type?: string; disposition?: string; hangUp?: boolean }

let server: Server
let base: string
let answer: Answer = {}
let seen: { method?: string; url?: string; headers: IncomingMessage['headers']; body: string }[] = []
const realFetch = globalThis.fetch

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    seen.push({ method: request.method, url: request.url, headers: request.headers, body })
    if (answer.hangUp) return request.socket.destroy()
    response.writeHead(answer.status ?? 200, {
      'content-type': answer.type ?? 'application/json',
      ...(answer.disposition && { 'content-disposition': answer.disposition }),
    })
    response.end(answer.body ?? '{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  base = typeof address === 'object' && address ? `http://127.0.0.1:${address.port}` : ''
  // A browser resolves paths relative to its page; here they are resolved relative to the server above.
  globalThis.fetch = (input, init) => realFetch(new URL(String(input), base), init)
})
afterEach(() => {
  seen = []
  answer = {}
})
afterAll(async () => {
  globalThis.fetch = realFetch
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => {
      throw new Error('expected a failure')
    },
    (error: unknown) => error as ApiError,
  )

describe('call', () => {
  test('when there is no body, then neither body nor content type is sent', async () => {
    answer = { body: '{"message":"bye"}' }
    await expect(call('POST /api/auth/logout')).resolves.toEqual({ message: 'bye' })
    expect(seen[0]).toMatchObject({ method: 'POST', url: '/api/auth/logout', body: '' })
    expect(seen[0]?.headers['content-type']).toBeUndefined()
  })

  test('when there is a body, then it is sent as JSON, with cookies', async () => {
    const fetching = vi.spyOn(globalThis, 'fetch')
    await call('POST /api/auth/login', { body: { email: 'a@b.co', password: 'secret' } })
    expect(JSON.parse(seen[0]?.body ?? '')).toEqual({ email: 'a@b.co', password: 'secret' })
    expect(seen[0]?.headers['content-type']).toBe('application/json')
    expect(fetching.mock.calls[0]?.[1]?.credentials).toBe('include')
    fetching.mockRestore()
  })

  test('when a path has params and a query, then both are filled in and escaped', async () => {
    await call('GET /api/admin/user-contacts/:userId', { params: { userId: 'a/b c' } })
    await call('GET /api/admin/orders', { query: { q: 'x&y', limit: 5 } })
    expect(seen.map(({ url }) => url)).toEqual([
      '/api/admin/user-contacts/a%2Fb%20c',
      '/api/admin/orders?q=x%26y&limit=5',
    ])
  })

  test('when the answer is 204, then nothing is read from it', async () => {
    answer = { status: 204 }
    await expect(call('DELETE /api/contacts/:id', { params: { id: '1' } })).resolves.toBeUndefined()
  })

  test.each([
    [400, '{"message":"Cart is empty","code":"validation"}', 'Cart is empty', 'validation'],
    [500, 'Boom', '500: Boom', 'http'],
    [500, '', '500: Internal Server Error', 'http'],
    [500, '{"error":{"stack":"x"}}', '500: Internal Server Error', 'http'],
    [502, '<html><h1>Bad gateway</h1></html>', '502: Bad Gateway', 'http'],
    [409, '{"message":"  "}', '409: Conflict', 'http'],
  ])('when the answer is %i with %s, then the message is "%s"', async (status, body, message, code) => {
    answer = { status, body }
    const error = await failure(call('GET /api/pranks'))
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ status, message, code })
  })

  test('when the answer lists invalid fields, then the error has those that are readable', async () => {
    const issues = [{ path: 'zipCode', message: 'Wrong ZIP' }, { path: 7 }, null, 'x']
    answer = { status: 400, body: JSON.stringify({ message: 'Invalid', code: 'invalid', issues }) }
    const { issues: listed } = await failure(call('GET /api/pranks'))
    expect(listed).toEqual([{ path: 'zipCode', message: 'Wrong ZIP' }])
    answer = { status: 400, body: JSON.stringify({ message: 'Invalid', issues: 'all' }) }
    expect((await failure(call('GET /api/pranks'))).issues).toEqual([])
  })

  test('when there is no answer, then the message is the network message', async () => {
    answer = { hangUp: true }
    expect(await failure(call('GET /api/pranks'))).toMatchObject({
      status: 0,
      code: 'network',
      message: networkMessage,
    })
  })

  test.each(['<!doctype html><p>hello', '', '{"id":1}', '[{"id":7}]', 'null'])(
    'when the status is OK but the body is %j, then the error reports that it cannot be read',
    async (body) => {
      answer = { body }
      const expected = listOf(shape({ id: text })) as never
      const error = await failure(call('GET /api/pranks', { expect: expected }))
      expect(error).toMatchObject({ code: 'unreadable', status: 200 })
      expect(error.message).toContain('could not read')
    },
  )

  test('when the caller aborts, then the abort is not reported as a network failure', async () => {
    const error = await failure(call('GET /api/pranks', { signal: AbortSignal.abort() }))
    expect(error).not.toBeInstanceOf(ApiError)
  })
})

describe('callFile', () => {
  const key = 'GET /api/admin/orders/export'
  const headers = { 'x-admin-password': 'secret' }

  test('when a file is returned, then it is complete, with its name, and the headers were sent', async () => {
    answer = { body: 'a,b', type: 'text/csv', disposition: 'attachment; filename="orders.csv"' }
    const { blob, fileName } = await callFile(key, { query: { status: 'paid' }, headers })
    expect([await blob.text(), fileName]).toEqual(['a,b', 'orders.csv'])
    expect(seen[0]).toMatchObject({ url: `${key.slice(4)}?status=paid`, headers })
  })

  test('when it is rejected, then the error has the message of the answer', async () => {
    answer = { status: 401, body: '{"message":"Unauthorized","code":"unauthorized"}' }
    expect(await failure(callFile(key))).toMatchObject({ status: 401, message: 'Unauthorized' })
  })
})

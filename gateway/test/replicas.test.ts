import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { closeServer, stoppingHeader } from '@prankpost/service-kit/http'
import { afterAll, describe, expect, test } from 'vitest'
import { closeAll, errorShape, nowhere, startGateway, startUpstream, type Upstream } from './fixture.ts'

afterAll(closeAll)

const names = async (gateway: Awaited<ReturnType<typeof startGateway>>, calls: number) => {
  const answers: unknown[] = []
  for (let i = 0; i < calls; i++) answers.push((await gateway.call('GET', '/api/contacts')).body.name)
  return answers
}
const threeReplicas = () => Promise.all(['a', 'b', 'c'].map((name) => startUpstream(name)))
const urls = (replicas: Upstream[]) => replicas.map(({ url }) => url)

describe('replicas', () => {
  test('when a service has several then they are called in rotation', async () => {
    const gateway = await startGateway({ contact: urls(await threeReplicas()) })
    expect(await names(gateway, 6)).toEqual(['a', 'b', 'c', 'a', 'b', 'c'])
  })

  test('when several calls go to a replica then they share persistent connections', async () => {
    const replica = await startUpstream()
    let connections = 0
    replica.server.on('connection', () => connections++)
    const gateway = await startGateway({ contact: [replica.url] })
    await names(gateway, 20)
    expect(connections).toBe(1)
  })

  test('when one refuses connections then the others receive its calls, including writes with their bodies', async () => {
    const [a, , c] = await threeReplicas()
    const gateway = await startGateway({ order: [a?.url as string, nowhere, c?.url as string] })
    const body = JSON.stringify({ big: 'x'.repeat(100_000) })
    for (let i = 0; i < 9; i++) {
      expect((await gateway.call('POST', '/api/create-order-record', { body })).status).toBe(200)
    }
    const got = [...(a?.seen ?? []), ...(c?.seen ?? [])]
    expect(got.map((call) => call.body === body)).toEqual(Array(9).fill(true))
  })

  test('when one dies and restarts on its port then no call fails and it receives calls again', async () => {
    const replicas = await threeReplicas()
    const gateway = await startGateway({ contact: urls(replicas) })
    await names(gateway, 6)
    const dead = replicas[1] as Upstream
    await dead.close()
    expect(new Set(await names(gateway, 12))).toEqual(new Set(['a', 'c']))
    await startUpstream('b again', undefined, Number(new URL(dead.url).port))
    const deadline = Date.now() + 5_000
    while (!(await names(gateway, 3)).includes('b again')) {
      if (Date.now() > deadline) throw new Error('the replica that came back gets no calls')
      await delay(50)
    }
  })

  test('when one closes its connection after each response then it stays in rotation', async () => {
    const closing = await startUpstream('closing', (_req, res) => {
      res
        .writeHead(200, { connection: 'close', 'content-type': 'application/json' })
        .end('{"name":"closing"}')
    })
    const gateway = await startGateway({ contact: [closing.url, (await startUpstream('b')).url] })
    expect(await names(gateway, 6)).toEqual(['closing', 'b', 'closing', 'b', 'closing', 'b'])
  })

  test('when one announces its stop in a header then the other receives the next calls, and the caller does not see the header', async () => {
    const stopping = await startUpstream('stopping')
    const gateway = await startGateway({ contact: [stopping.url, (await startUpstream('b')).url] })
    expect(await names(gateway, 2)).toEqual(['stopping', 'b'])
    const closed = closeServer(stopping.server)
    const last = await gateway.call('GET', '/api/contacts')
    expect([last.body.name, last.headers[stoppingHeader]]).toEqual(['stopping', undefined])
    expect(await names(gateway, 3)).toEqual(['b', 'b', 'b'])
    await closed
  })

  test('when a replica drops a read without a response then the read is sent once more', async () => {
    let calls = 0
    const flaky = await startUpstream('flaky', (req, res) => {
      calls++
      if (calls === 1) req.socket.destroy()
      else res.end('fine')
    })
    const gateway = await startGateway({ contact: [flaky.url] })
    expect((await gateway.call('GET', '/api/contacts')).text).toBe('fine')
    expect(calls).toBe(2)
  })

  test('when a replica drops a write without a response then it is a 503 and is not sent again', async () => {
    let calls = 0
    const flaky = await startUpstream('flaky', (req) => {
      calls++
      req.socket.destroy()
    })
    const gateway = await startGateway({ auth: [flaky.url, flaky.url] })
    const answer = await gateway.call('POST', '/api/auth/login', { body: '{}' })
    expect([answer.status, calls]).toEqual([503, 1])
  })
})

describe('a service that is unavailable', () => {
  test.each([
    ['GET', '/api/contacts', undefined],
    ['POST', '/api/auth/login', '{}'],
    ['POST', '/api/validate-order', 'x'.repeat(100_000)],
  ])('when %s %s is called then it is a JSON 503', async (method, path, body) => {
    const gateway = await startGateway()
    const answer = await gateway.call(method, path, body === undefined ? {} : { body })
    expect([answer.status, answer.body]).toEqual([
      503,
      errorShape('unavailable', answer.headers['x-request-id']),
    ])
  })

  test('when one service is unavailable then the others are still served', async () => {
    const gateway = await startGateway({ contact: [(await startUpstream()).url] })
    expect((await gateway.call('GET', '/api/pranks')).status).toBe(503)
    expect((await gateway.call('GET', '/api/contacts')).status).toBe(200)
  })

  test('when a service does not respond in time then it is a 503 and the call is not sent again', async () => {
    let calls = 0
    const silent = await startUpstream('silent', () => {
      calls++
    })
    const gateway = await startGateway({ contact: [silent.url] }, { timeoutMs: 200 })
    const answer = await gateway.call('GET', '/api/contacts')
    expect([answer.status, answer.body.code, calls]).toEqual([503, 'unavailable', 1])
  })

  test('when a service dies in the middle of a response then the response is aborted and the gateway continues', async () => {
    const dying = await startUpstream('dying', (_req, res) => {
      res.writeHead(200, { 'content-length': '1000' }).write('half')
      setImmediate(() => res.destroy())
    })
    const gateway = await startGateway({ contact: [dying.url] })
    await expect(gateway.call('GET', '/api/contacts')).rejects.toThrow()
    expect((await gateway.call('GET', '/healthz')).status).toBe(200)
  })

  test('when the caller disconnects then the call to the service is aborted', async () => {
    let isGone = () => {}
    const aborted = new Promise<void>((resolve) => {
      isGone = resolve
    })
    const slow = await startUpstream('slow', (_req, res) => void res.on('close', isGone))
    const gateway = await startGateway({ contact: [slow.url] })
    const caller = new AbortController()
    const call = fetch(`${gateway.url}/api/contacts`, { signal: caller.signal }).catch(() => undefined)
    await once(slow.server, 'request')
    caller.abort()
    await Promise.all([call, aborted])
  })
})

describe('a stopping gateway', () => {
  test('when it forwards a response then it sends `connection: close`, whatever header the service sends', async () => {
    const gateway = await startGateway({ contact: [(await startUpstream()).url] })
    const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1')
    const ask = async () => {
      socket.write('GET /api/contacts HTTP/1.1\r\nhost: store.test\r\n\r\n')
      return /^connection: (.*)\r$/im.exec(String((await once(socket, 'data'))[0]))?.[1]
    }
    expect(await ask()).toBe('keep-alive')
    const closed = closeServer(gateway.server)
    expect(await ask()).toBe('close')
    await closed
  })
})

describe('responses of services', () => {
  test('when one arrives before the whole body was sent then the caller receives it', async () => {
    const refusing = await startUpstream('refusing', (_req, res) => {
      res.writeHead(401, { 'content-type': 'application/json' }).end('{"name":"refusing"}')
    })
    const gateway = await startGateway({ order: [refusing.url] })
    const caller = connect(Number(new URL(gateway.url).port), '127.0.0.1')
    caller.write('POST /api/validate-order HTTP/1.1\r\nhost: x\r\ncontent-length: 10000\r\n\r\nhalf of it')
    expect(String((await once(caller, 'data'))[0])).toMatch(/^HTTP\/1\.1 401 /)
    caller.destroy()
    expect((await gateway.call('POST', '/api/validate-order', { body: '{}' })).status).toBe(401)
  })

  test('when they contain statuses, cookies and redirects then these are forwarded, with our security headers', async () => {
    const auth = await startUpstream('auth', (_req, res) => {
      res.writeHead(302, { location: '/?signin=1', 'set-cookie': ['a=1; Path=/', 'b=2; Path=/'] }).end()
    })
    const gateway = await startGateway({ auth: [auth.url] })
    const { status, headers } = await gateway.call('GET', '/api/login')
    expect([status, headers.location, headers['set-cookie']]).toEqual([
      302,
      '/?signin=1',
      ['a=1; Path=/', 'b=2; Path=/'],
    ])
    expect(headers['x-content-type-options']).toBe('nosniff')
  })
})

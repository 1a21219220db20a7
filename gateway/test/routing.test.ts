import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { api } from '@prankpost/contracts'
import { afterAll, describe, expect, test } from 'vitest'
import { routedServices } from '../src/config.ts'
import { findRoute } from '../src/route-table.ts'
import { closeAll, errorShape, startGateway, startUpstream } from './fixture.ts'

const upstreams = await Promise.all(routedServices.map((name) => startUpstream(name)))
const services = Object.fromEntries(routedServices.map((name, i) => [name, [upstreams[i]?.url as string]]))
const gateway = await startGateway(services)
const catalog = upstreams[routedServices.indexOf('catalog')] as (typeof upstreams)[number]
const contact = upstreams[routedServices.indexOf('contact')] as (typeof upstreams)[number]
afterAll(closeAll)

describe('the routes', () => {
  test.each(Object.entries(api).map(([key, { service }]) => [key, service]))(
    'when %s is called then %s receives it unchanged',
    async (key, service) => {
      const [method = '', pattern = ''] = key.split(' ')
      const path = `${pattern.replace(/:\w+/g, 'a%20b')}?q=1&q=2`
      const body = method === 'GET' ? {} : { body: '{"any": "thing"}' }
      const answer = await gateway.call(method, path, body)
      expect([answer.status, answer.body]).toEqual([200, { name: service }])
      const upstream = upstreams[routedServices.indexOf(service as never)]
      expect(upstream?.seen.at(-1)).toMatchObject({ method, url: path, body: body.body ?? '' })
    },
  )

  test('when a change has no body and no content-length then the service receives the length 0', async () => {
    const { hostname, port } = new URL(gateway.url)
    const socket = connect(Number(port), hostname)
    socket.write('POST /api/auth/logout HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 /)
    const { headers } = upstreams[routedServices.indexOf('auth')]?.seen.at(-1) ?? {}
    expect([headers?.['content-length'], headers?.['transfer-encoding']]).toEqual(['0', undefined])
  })

  test.each([
    ['GET', '/api'],
    ['GET', '/api/'],
    ['GET', '/api/nothing'],
    ['GET', '/api/pranks/1/more'],
    ['GET', '/api//pranks'],
    ['GET', '/api/../internal/pranks'],
    ['GET', '/API/pranks'],
    ['POST', '/api/pranks'],
    ['OPTIONS', '/api/pranks'],
    ['DELETE', '/api/contacts'],
    ['GET', '/internal/pranks'],
    ['POST', '/internal/admin-password'],
    ['GET', '/INTERNAL/pranks'],
    ['GET', '/media/'],
    ['GET', '/media/a/b'],
    ['POST', '/media/a'],
  ])('when %s %s is called then no service receives it and it is a JSON 404', async (method, path) => {
    const before = upstreams.map(({ seen }) => seen.length)
    const answer = await gateway.call(method, path)
    expect(answer.status).toBe(404)
    expect(answer.body).toEqual(errorShape('not_found', answer.headers['x-request-id']))
    expect(upstreams.map(({ seen }) => seen.length)).toEqual(before)
  })

  test('when HEAD is called then the service receives HEAD and the response has no body', async () => {
    const answer = await gateway.call('HEAD', '/api/pranks')
    expect([answer.status, answer.text, catalog.seen.at(-1)?.method]).toEqual([200, '', 'HEAD'])
  })

  test('when an id contains an encoded slash then it stays one part of the path', () => {
    expect(findRoute('PUT', '/api/contacts/..%2f..%2finternal')?.service).toBe('contact')
    expect(findRoute('PUT', '/api/contacts/a/b')).toBeUndefined()
  })
})

describe('what services receive about the caller', () => {
  const receivedHeaders = async (headers: Record<string, string>, at = gateway) => {
    await at.call('GET', '/api/contacts', { headers })
    return contact.seen.at(-1)?.headers ?? {}
  }

  test('when the caller claims an address then it is replaced by the real one', async () => {
    const headers = await receivedHeaders({
      'x-forwarded-for': '1.2.3.4',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'evil.test',
      'x-real-ip': '1.2.3.4',
      forwarded: 'for=1.2.3.4',
      host: 'store.test',
    })
    expect(headers).toMatchObject({
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'http',
      'x-forwarded-host': 'store.test',
    })
    expect([headers['x-real-ip'], headers.forwarded]).toEqual([undefined, undefined])
  })

  test('when one of our own proxies is in front then the address that it added counts, not earlier ones', async () => {
    const behind = await startGateway(services, { trustProxy: 1 })
    const headers = await receivedHeaders(
      { 'x-forwarded-for': '6.6.6.6, 203.0.113.7', 'x-forwarded-proto': 'https' },
      behind,
    )
    expect([headers['x-forwarded-for'], headers['x-forwarded-proto']]).toEqual(['203.0.113.7', 'https'])
  })

  test('when the caller sends a request id then service, response and log have an id of the gateway instead', async () => {
    const id = 'abcDEF-12345678'
    const answer = await gateway.call('GET', '/api/contacts', { headers: { 'x-request-id': id } })
    const passedOn = contact.seen.at(-1)?.headers['x-request-id']
    expect(passedOn).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/)
    expect(passedOn).toBe(answer.headers['x-request-id'])
  })

  test('when the caller sends trace headers then the gateway starts its own trace and forwards none of them', async () => {
    const trace = '0af7651916cd43dd8448eb211c80319c'
    const headers = await receivedHeaders({
      traceparent: `00-${trace}-b7ad6b7169203331-01`,
      tracestate: 'vendor=forced',
      baggage: `filler=${'x'.repeat(4_000)}`,
    })
    expect(headers.traceparent).toMatch(/^00-(?!0{32})[0-9a-f]{32}-[0-9a-f]{16}-0[01]$/)
    expect(headers.traceparent).not.toContain(trace)
    expect([headers.tracestate, headers.baggage]).toEqual([undefined, undefined])
    // A "do not sample" flag of the caller is ignored, too: the flags are those of a call without the header.
    const flagsOf = ({ traceparent }: typeof headers) => String(traceparent).slice(-2)
    expect(flagsOf(await receivedHeaders({ traceparent: `00-${trace}-b7ad6b7169203331-00` }))).toBe(
      flagsOf(await receivedHeaders({})),
    )
  })

  test('when a call has cookies, a query and connection headers then only the connection headers are not forwarded', async () => {
    const headers = await receivedHeaders({
      cookie: 'prankpost_session=x',
      connection: 'close, upgrade',
      upgrade: 'h2c',
    })
    expect([headers.cookie, headers.upgrade]).toEqual(['prankpost_session=x', undefined])
    expect(headers.connection).toBe('keep-alive')
  })
})

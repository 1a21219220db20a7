import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type Observer, startObserver } from './observer.ts'
import { exportOf, newId, span } from './otlp.ts'

const hostile = `</title><script>alert(1)</script><img src=x onerror="alert('2')">`

let process: Server
let observer: Observer
beforeAll(async () => {
  process = createServer((_req, res) => res.end('process_resident_memory_bytes 52428800\n'))
  await new Promise<void>((resolve) => process.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(process.address() as AddressInfo).port}`
  observer = await startObserver({
    TARGETS: JSON.stringify([
      { name: 'order', replica: 0, url },
      { name: 'order', replica: 1, url: 'http://127.0.0.1:9' },
      { name: hostile.slice(0, 60), replica: 0, url },
    ]),
  })
})
afterAll(async () => {
  await observer.stop()
  process.close()
})

/** The status of a call under a host name of the caller's choice, which fetch does not allow. */
const statusAs = (host: string, path: string) =>
  new Promise<number>((resolve, reject) => {
    const call = request({ port: observer.port, host: '127.0.0.1', path, headers: { host } }, (res) => {
      res.resume()
      resolve(res.statusCode ?? 0)
    })
    call.on('error', reject).end()
  })

describe('the pages', () => {
  test('when nothing came yet then the list says what to do', async () => {
    expect(await observer.page('/')).toContain('No traces yet. Use the store')
  })

  test('when a trace came then it is in the list and leads to its waterfall', async () => {
    const traceId = newId()
    const [door, update] = [newId(8), newId(8)]
    await observer.send(
      exportOf('order', [
        span({ traceId, spanId: door, name: 'POST /api/create-order-record', durationMs: 40 }),
        span({
          traceId,
          spanId: update,
          parentSpanId: door,
          name: 'insert orders',
          atMs: 10,
          durationMs: 20,
          failed: true,
          attributes: { 'db.system.name': 'mongodb', 'prankpost.subject': 'an id & more' },
          links: [{ traceId: newId(), spanId: newId(8) }],
        }),
      ]),
    )
    const list = await observer.page('/?service=order&errors=1')
    expect(list).toContain(`href="/traces/${traceId}">POST /api/create-order-record</a>`)
    expect(list).toContain('1 error</span>')
    const trace = await observer.page(`/traces/${traceId}`)
    const row = trace.slice(trace.indexOf(`id="span-${update}"`))
    expect(row).toMatch(/class="span-name d1"[\s\S]*insert orders[\s\S]*error<\/span>/)
    expect(row).toContain('<rect x="25.000%" y="7" width="50.000%"')
    expect(row).toMatch(/<dt>db\.system\.name<\/dt><dd>mongodb<\/dd>/)
    expect(row).toContain('<a href="/?q=an%20id%20%26%20more">an id &amp; more</a>')
    expect(row).toContain('(not kept)')
    expect(trace).not.toContain('pat@example.com')
  })

  test('when names hold markup then it is shown as text, wherever it came from', async () => {
    const traceId = newId()
    await observer.send(
      exportOf(hostile, [
        span({
          traceId,
          name: hostile,
          failed: true,
          attributes: { 'http.route': hostile, 'db.namespace': hostile },
        }),
      ]),
    )
    const query = encodeURIComponent(hostile.slice(0, 60))
    const pages = [
      '/',
      `/traces/${traceId}`,
      `/?service=${query}`,
      `/?q=${query.slice(0, 20)}`,
      `/traces/${query}`,
    ]
    for (const path of pages) {
      const page = await observer.page(path)
      expect(page).not.toMatch(/<script>|<img src=x|onerror="/)
      expect(page.match(/<\/title>/g)).toHaveLength(1)
    }
    expect(await observer.page(`/traces/${traceId}`)).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  })

  test('when processes are looked at then each has a line, with its replica where there are several', async () => {
    const { processes } = await observer.json('/api/processes')
    expect(processes).toMatchObject([
      { name: 'order', replica: 0, up: true, figures: { residentBytes: 52_428_800 } },
      { name: 'order', replica: 1, up: false, figures: null },
      { up: true },
    ])
    const page = await observer.page('/')
    expect(page).toMatch(/order 1<\/span> <span class="state good">up/)
    expect(page).toMatch(/order 2<\/span> <span class="state bad">not answering/)
    expect(page).toContain('50 MB')
  })

  test('when a trace is not kept, or an address is none, then it is a 404 with a way on', async () => {
    for (const path of [`/traces/${newId()}`, '/traces/..%2f..%2fetc', '/nothing']) {
      const answer = await fetch(observer.url + path)
      expect([answer.status, (await answer.text()).includes('To the latest traces')]).toEqual([404, true])
    }
  })
})

describe('the door', () => {
  test('when a page is asked for then nothing in it may run or load but its own files', async () => {
    const answer = await fetch(observer.url)
    const policy = answer.headers.get('content-security-policy')
    expect(policy).toMatch(/^default-src 'none'; style-src 'self'; script-src 'self'/)
    expect(policy).not.toContain('unsafe')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await answer.text()).not.toMatch(/ style="| on[a-z]+="|<style|<script>/)
  })

  test('when it is called by another name, as a rebound one would be, then it does not answer', async () => {
    expect(await statusAs('evil.example', '/')).toBe(421)
    expect(await statusAs(`evil.example:${observer.port}`, '/api/traces')).toBe(421)
    expect(await statusAs(`localhost:${observer.port}`, '/')).toBe(200)
  })

  test('when a setting is wrong then it says which and ends', async () => {
    for (const [name, value] of [
      ['TARGETS', '{'],
      ['TARGETS', '[{"name":"order"}]'],
      ['TARGETS', '[{"name":"order","replica":0,"url":"file:///etc/passwd"}]'],
      ['PORT', 'x'],
    ] as const) {
      await expect(startObserver({ [name]: value })).rejects.toThrow(new RegExp(`\\(78\\)[\\s\\S]*${name}`))
    }
  })

  test('when it is told to stop then it ends at once, also while somebody is connected', async () => {
    const other = await startObserver()
    await other.page('/')
    const started = Date.now()
    expect(await other.stop()).toBe(0)
    expect(Date.now() - started).toBeLessThan(900)
  })
})

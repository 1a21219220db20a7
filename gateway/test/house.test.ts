import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { urlVariable } from '@prankpost/service-kit/http'
import { afterAll, describe, expect, test } from 'vitest'
import { configSchema, routedServices } from '../src/config.ts'
import { closeAll, publicUrl, startGateway, startUpstream } from './fixture.ts'

afterAll(closeAll)

const allReady = async () => {
  const { url } = await startUpstream()
  return Object.fromEntries(routedServices.map((name) => [name, [url]]))
}

describe('security headers', () => {
  test('when any response is sent then a page may use only our own origin and no inline script', async () => {
    const gateway = await startGateway()
    for (const address of ['/', '/api/nothing', '/api/pranks']) {
      const { headers } = await gateway.call('GET', address)
      const policy = String(headers['content-security-policy'])
      for (const rule of [
        "default-src 'self'",
        "script-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "object-src 'none'",
      ]) {
        expect(policy.split(';')).toContain(rule)
      }
      expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'same-origin' })
      expect([headers['x-powered-by'], headers['strict-transport-security']]).toEqual([undefined, undefined])
    }
  })

  test('when any response is sent then no page may use camera, location, payment or any other device', async () => {
    const gateway = await startGateway()
    for (const address of ['/', '/healthz', '/api/nothing', '/api/contacts']) {
      const rules = String((await gateway.call('GET', address)).headers['permissions-policy']).split(', ')
      for (const feature of [
        'camera',
        'microphone',
        'geolocation',
        'payment',
        'usb',
        'serial',
        'hid',
        'midi',
      ]) {
        expect([address, rules]).toEqual([address, expect.arrayContaining([`${feature}=()`])])
      }
    }
  })

  test('when the store is on https then HSTS is set', async () => {
    const gateway = await startGateway({}, { publicUrl: 'https://store.test' })
    const { headers } = await gateway.call('GET', '/')
    expect(headers['strict-transport-security']).toBe('max-age=31536000')
    expect(headers['content-security-policy']).toContain('upgrade-insecure-requests')
  })
})

describe('health', () => {
  test('when every service is ready then the gateway is ready', async () => {
    const gateway = await startGateway(await allReady())
    const { status, body } = await gateway.call('GET', '/readyz')
    expect([status, body.status]).toEqual([200, 'ready'])
    expect(Object.keys(body.services as object).sort()).toEqual([...routedServices].sort())
  })

  test('when one service is unavailable or not ready then the gateway is not ready, names the service, and is alive', async () => {
    const sick = await startUpstream('sick', (_req, res) => void res.writeHead(503).end())
    const gateway = await startGateway({
      ...(await allReady()),
      contact: [sick.url],
      auth: ['http://127.0.0.1:9'],
    })
    const { status, body } = await gateway.call('GET', '/readyz')
    expect(status).toBe(503)
    expect(body.services).toMatchObject({ contact: 'not ready', auth: 'not ready', catalog: 'ready' })
    expect((await gateway.call('GET', '/healthz')).status).toBe(200)
  })

  test('when one replica of a service is ready then the service is ready', async () => {
    const ready = await allReady()
    const gateway = await startGateway({ ...ready, auth: ['http://127.0.0.1:9', ...(ready.auth ?? [])] })
    expect((await gateway.call('GET', '/readyz')).status).toBe(200)
  })

  test('when many checks arrive at once then each service is checked once', async () => {
    let asked = 0
    const counting = await startUpstream('counting', (_req, res) => {
      asked++
      res.end('{}')
    })
    const gateway = await startGateway({ ...(await allReady()), auth: [counting.url] })
    await Promise.all(Array.from({ length: 20 }, () => gateway.call('GET', '/readyz')))
    expect(asked).toBe(1)
  })
})

describe('metrics', () => {
  test('when a caller on the same machine reads them then they are returned by route pattern', async () => {
    const gateway = await startGateway(await allReady())
    await gateway.call('PUT', '/api/contacts/very-private-id', { body: '{}' })
    const { status, text } = await gateway.call('GET', '/metrics')
    expect(status).toBe(200)
    expect(text).toContain('route="/api/contacts/:id"')
    expect(text).not.toContain('very-private-id')
  })

  test('when the call comes through a proxy, or metrics have their own port, then it is a 404', async () => {
    const gateway = await startGateway()
    const proxied = await gateway.call('GET', '/metrics', { headers: { 'x-forwarded-for': '127.0.0.1' } })
    const elsewhere = await startGateway({}, { metricsHere: false })
    expect(proxied.status).toBe(404)
    expect((await elsewhere.call('GET', '/metrics')).text).not.toContain('http_request_seconds')
  })
})

describe('the configuration of the gateway', () => {
  const complete = {
    PORT: '8080',
    PUBLIC_URL: publicUrl,
    ...Object.fromEntries(routedServices.map((name) => [urlVariable(name), 'http://127.0.0.1:1'])),
  }

  test('when it is complete then limits have the documented defaults and replicas are a list', () => {
    const config = configSchema.parse({ ...complete, AUTH_URL: 'http://a:1, http://b:2' })
    expect(config).toMatchObject({ RATE_LIMIT_CALLS: 300, RATE_LIMIT_SECONDS: 10, TRUST_PROXY: 0 })
    expect(config.services.get('auth')).toEqual(['http://a:1', 'http://b:2'])
  })

  test.each([undefined, 'nonsense', 'https://a:1', 'http://a:1/path'])(
    'when AUTH_URL is %s then it is reported as invalid',
    (url) => {
      const problems = configSchema.safeParse({ ...complete, AUTH_URL: url }).error?.issues ?? []
      expect(problems.map((problem) => problem.path)).toEqual([['AUTH_URL']])
    },
  )
})

describe('the process', () => {
  const main = path.join(import.meta.dirname, '..', 'src', 'main.ts')

  test('when it receives a stop signal then it finishes open calls, accepts no new ones and exits with 0; METRICS_PORT serves the metrics', async () => {
    let answerNow = () => {}
    const slow = await startUpstream('slow', (req, res) => {
      if (req.url === '/readyz') return void res.end('{}')
      answerNow = () => res.end('done')
    })
    const urls = Object.fromEntries(routedServices.map((name) => [urlVariable(name), slow.url]))
    const [port, metricsPort] = [await freePort(), await freePort()]
    const own = { HOST: '127.0.0.1', PORT: port, METRICS_PORT: metricsPort, PUBLIC_URL: publicUrl }
    const env = { ...process.env, ...urls, ...own, NODE_OPTIONS: '' }
    const child = spawn(process.execPath, [main], { env, stdio: 'ignore' })
    const exited = once(child, 'exit')
    const base = `http://127.0.0.1:${port}`
    await eventually(() =>
      fetch(`${base}/healthz`).then(
        (response) => response.ok,
        () => false,
      ),
    )
    const metrics = await fetch(`http://127.0.0.1:${metricsPort}/metrics`)
    expect(await metrics.text()).toContain('process_cpu_seconds_total')
    const underWay = fetch(`${base}/api/contacts`)
    await once(slow.server, 'request')
    child.kill('SIGTERM')
    await eventually(() =>
      fetch(`${base}/healthz`).then(
        () => false,
        () => true,
      ),
    )
    answerNow()
    expect(await (await underWay).text()).toBe('done')
    expect(await exited).toEqual([0, null])
  })

  test('when a service has no address then it reports the missing key and exits', async () => {
    const { PATH, NODE_COMPILE_CACHE } = process.env
    const env = { PATH, NODE_COMPILE_CACHE, PORT: '0', PUBLIC_URL: publicUrl }
    const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'ignore', 'pipe'] })
    let output = ''
    child.stderr.on('data', (chunk) => {
      output += chunk
    })
    expect(await once(child, 'close')).toEqual([78, null])
    expect(output).toContain('AUTH_URL')
  })
})

async function freePort(): Promise<string> {
  const { url, close } = await startUpstream()
  await close()
  return new URL(url).port
}

async function eventually(check: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 20_000
  while (!(await check())) {
    if (Date.now() > deadline) throw new Error('it did not come about within 20 s')
    await delay(20)
  }
}

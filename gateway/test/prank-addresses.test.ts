import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { publicWebPaths } from '@prankpost/contracts'
import { afterAll, expect, test } from 'vitest'
import { closeAll, publicUrl, startGateway, startUpstream } from './fixture.ts'

const webDist = await mkdtemp(path.join(os.tmpdir(), 'prankpost-addresses-'))
await writeFile(path.join(webDist, 'index.html'), '<!doctype html><title>the store</title>')
afterAll(async () => {
  await closeAll()
  await rm(webDist, { recursive: true })
})

const headers = { accept: 'text/html' }
const answers: Record<string, [number, object]> = {
  '/api/pranks': [200, [{ slug: 'raw-potato' }, { slug: 'dirty-sock' }, { name: 'from an earlier version' }]],
  '/api/pranks/raw-potato': [200, { slug: 'raw-potato' }],
  '/api/pranks/boiled-potato': [200, { slug: 'raw-potato' }],
  '/api/pranks/old%20one': [200, { slug: 'dirty-sock' }],
  '/api/pranks/snail': [410, { code: 'gone' }],
  '/api/pranks/broken': [500, { code: 'internal' }],
}

/** A gateway for a catalog with these answers; `asked` are the paths that it was asked for. */
async function startShop(options: Parameters<typeof startGateway>[1] = {}) {
  const asked: string[] = []
  const catalog = await startUpstream('catalog', ({ url = '' }, res) => {
    asked.push(url)
    const [status, body] = answers[url] ?? [404, { code: 'not_found' }]
    res.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'public, no-cache' })
    res.end(JSON.stringify(body))
  })
  const gateway = await startGateway(
    { catalog: [catalog.url] },
    { webDist, publicReadMaxAgeMs: 60_000, ...options },
  )
  return { gateway, catalog, asked }
}

test('when the page of a prank is opened, then its status is the one of the API, and it is the store in any case', async () => {
  const { gateway, asked } = await startShop()
  for (const [address, status] of [
    ['/pranks/raw-potato', 200],
    ['/pranks/raw-potato/?utm_source=x', 200],
    ['/pranks/snail', 410],
    ['/pranks/nothing', 404],
    ['/pranks/nothing/at-all', 404],
    ['/pranks/..%2f..%2finternal%2fpranks', 404],
    [`/pranks/${'a'.repeat(101)}`, 404],
    ['/pranks/%E0%A4%A', 404],
    ['/pranks/broken', 200],
  ] as const) {
    const page = await gateway.call('GET', address, { headers })
    expect([address, page.status, page.text]).toEqual([
      address,
      status,
      '<!doctype html><title>the store</title>',
    ])
    expect((await gateway.call('HEAD', address, { headers })).status).toBe(status)
  }
  expect(asked.filter((url) => url === '/api/pranks')).toHaveLength(1)
  expect(new Set(asked)).toEqual(
    new Set([
      '/api/pranks',
      ...['snail', 'nothing', '..%2F..%2Finternal%2Fpranks', 'broken'].map((slug) => `/api/pranks/${slug}`),
    ]),
  )
})

test('when a slug is a former one, or spelled in another way, then browsers are redirected, and ask again next time', async () => {
  const { gateway } = await startShop()
  for (const [address, location] of [
    ['/pranks/boiled-potato?utm_source=a&b=%2F', '/pranks/raw-potato?utm_source=a&b=%2F'],
    ['/pranks/old%20one', '/pranks/dirty-sock'],
    ['/pranks/%72aw-potato', '/pranks/raw-potato'],
  ] as const) {
    const { status, headers: sent } = await gateway.call('GET', address, { headers })
    expect([status, sent.location, sent['cache-control']]).toEqual([301, location, 'no-cache'])
  }
})

test('when one address opens many unknown pranks, then it is refused, and the others are still sent', async () => {
  const { gateway } = await startShop({ rateLimit: { calls: 5, seconds: 60 } })
  const statuses: number[] = []
  for (let i = 0; i < 6; i++)
    statuses.push((await gateway.call('GET', `/pranks/made-up-${i}`, { headers })).status)
  expect(statuses).toEqual([404, 404, 404, 404, 404, 429])
  expect((await gateway.call('GET', '/pranks/raw-potato', { headers })).status).toBe(200)
})

test('when catalog is unavailable, then pages are sent, and there is no sitemap for the moment', async () => {
  const gateway = await startGateway({}, { webDist })
  expect((await gateway.call('GET', '/pranks/anything', { headers })).status).toBe(200)
  expect((await gateway.call('GET', '/sitemap.xml')).status).toBe(503)
})

test('when a search engine comes, then robots.txt names the sitemap, which lists public pages and pranks', async () => {
  const { gateway } = await startShop()
  const robots = await gateway.call('GET', '/robots.txt')
  expect(robots.headers['content-type']).toMatch(/^text\/plain/)
  expect(robots.text).toContain(`\nSitemap: ${publicUrl}/sitemap.xml\n`)
  const sitemap = await gateway.call('GET', '/sitemap.xml')
  expect(sitemap.headers['content-type']).toMatch(/^application\/xml/)
  expect([...sitemap.text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address)).toEqual(
    [...publicWebPaths, '/pranks/raw-potato', '/pranks/dirty-sock'].map((address) => publicUrl + address),
  )
})

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { closeAll, startGateway, startUpstream } from './fixture.ts'

const folder = await mkdtemp(path.join(os.tmpdir(), 'prankpost-pages-'))
afterAll(async () => {
  await closeAll()
  await rm(folder, { recursive: true })
})
const html = { accept: 'text/html' }
const customer = { ...html, cookie: 'prankpost_session=token' }

/** Renders `/` with the list of pranks, like web/src/prerender.tsx; a list with `broken` cannot be rendered. */
const prerenderer = `
let renders = 0
export const createPrerenderer = (readText) => ({
  async open(path, { isGuest }) {
    if (path !== '/') return null
    const list = await readText('/api/pranks')
    return {
      data: JSON.stringify({ isGuest, list }),
      async render() {
        if (list.includes('broken')) throw new Error('cannot be rendered')
        return { head: '<title>Rendered</title>', body: 'render ' + ++renders + ': ' + list + " $& $'" }
      },
    }
  },
  dataFor: ({ isGuest }) => JSON.stringify({ isGuest }),
})`

/** A gateway whose catalog answers with `list.now`: a text, a status, or nothing at all while it is null. */
async function startStore(code = prerenderer) {
  const webDist = await mkdtemp(path.join(folder, 'store-'))
  await mkdir(path.join(webDist, '.server'))
  await writeFile(path.join(webDist, '.server', 'package.json'), '{"type":"module"}')
  await writeFile(path.join(webDist, '.server', 'prerender.js'), code)
  await writeFile(
    path.join(webDist, 'index.html'),
    '<!--head-->\n<title>Default</title>\n<!--/head--><p><!--app-->\nshell\n<!--/app--></p><!--data-->',
  )
  const list: { now: string | number | null } = { now: '["potato"]' }
  const catalog = await startUpstream('catalog', (_req, res) => {
    if (list.now === null) return
    if (typeof list.now === 'number') return void res.writeHead(list.now).end()
    res.writeHead(200, { 'cache-control': 'public, no-cache' }).end(list.now)
  })
  const gateway = await startGateway({ catalog: [catalog.url] }, { webDist, publicReadMaxAgeMs: 0 })
  const open = async (address: string, headers: Record<string, string> = html) =>
    gateway.call('GET', address, { headers })
  const failures = async () =>
    Number(/^page_render_failures_total (\d+)/m.exec((await gateway.call('GET', '/metrics')).text)?.[1])
  return { list, open, failures }
}

const page = (data: object, head: string, body: string) =>
  `${head}<p>${body}</p><script type="application/json" id="page-data">${JSON.stringify(data)}</script>`
const shell = (data: object) =>
  page(data, '<!--head-->\n<title>Default</title>\n<!--/head-->', '<!--app-->\nshell\n<!--/app-->')

test('when a public page is opened then it is rendered once, and again when its data has changed', async () => {
  const { list, open } = await startStore()
  const first = await open('/')
  const data = { isGuest: true, list: '["potato"]' }
  expect(first.text).toBe(page(data, '<title>Rendered</title>', `render 1: ["potato"] $& $'`))
  expect((await open('/')).text).toBe(first.text)
  expect((await open('/', { ...html, 'if-none-match': String(first.headers.etag) })).status).toBe(304)
  list.now = '["sock"]'
  const renewed = await Promise.all([open('/'), open('/'), open('/')])
  expect(new Set(renewed.map(({ text }) => /render \d: [^ ]+/.exec(text)?.[0]))).toEqual(
    new Set(['render 2: ["sock"]']),
  )
})

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, br;q=0', 'gzip'],
  ['deflate', undefined],
])('when a browser accepts %s then a page comes as %s', async (accepted, encoding) => {
  const { open } = await startStore()
  const { headers } = await open('/', { ...html, 'accept-encoding': accepted })
  expect(headers['content-encoding']).toBe(encoding)
})

test('when a customer opens a page then no shared cache may keep it, and a guest gets another one', async () => {
  const { open } = await startStore()
  const [own, guest] = [await open('/', customer), await open('/')]
  expect([own.headers['cache-control'], own.headers.vary]).toEqual([
    'private, no-cache',
    'Accept-Encoding, Cookie',
  ])
  expect(own.text).toContain('"isGuest":false')
  expect([guest.headers['cache-control'], guest.headers.vary]).toEqual([
    'no-cache',
    'Accept-Encoding, Cookie',
  ])
  expect(guest.headers.etag).not.toBe(own.headers.etag)
})

test('when any other address is opened then it has the first paint of all screens, and says who is there', async () => {
  const { open } = await startStore()
  expect((await open('/cart')).text).toBe(shell({ isGuest: true }))
  const unknown = await open('/nothing', customer)
  expect([unknown.status, unknown.text]).toEqual([404, shell({ isGuest: false })])
  // A parameter that changes what the page shows, and others, which do not.
  expect((await open('/?version=2')).text).toBe(shell({ isGuest: true }))
  expect((await open('/?utm_source=mail&gad_source=1')).text).toContain('render 1')
})

test.each([
  ['cannot be rendered', '["broken"]'],
  ['cannot be read', 503],
  ['does not come', null],
])('when its new data %s then the former page stays, and the failure is counted', async (_what, broken) => {
  const { list, open, failures } = await startStore()
  const before = await failures()
  const former = await open('/')
  list.now = broken
  for (const answer of await Promise.all([open('/'), open('/'), open('/')]))
    expect([answer.status, answer.text]).toEqual([200, former.text])
  expect(await failures()).toBe(before + 3)
  list.now = '["sock"]'
  expect((await open('/')).text).toContain('["sock"]')
})

test('when what a page shows is gone then the browser renders it, and no failure is counted', async () => {
  const { list, open, failures } = await startStore()
  await open('/')
  const before = await failures()
  list.now = 410
  expect((await open('/')).text).toBe(shell({ isGuest: true }))
  expect(await failures()).toBe(before)
})

test('when a page could never be rendered then the browser renders it', async () => {
  const { list, open } = await startStore()
  list.now = 503
  expect((await open('/')).text).toBe(shell({ isGuest: true }))
})

test('when the code for rendering cannot be loaded then the browser renders all pages, and the failure is counted', async () => {
  const before = await (await startStore()).failures()
  const { open, failures } = await startStore('throw new Error("broken")')
  const { status, text } = await open('/')
  expect([status, text.includes('shell')]).toEqual([200, true])
  expect(await failures()).toBe(before + 1)
})

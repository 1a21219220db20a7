import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { buildFront } from '@prankpost/local-stack'
import { type SharedStack, sharedStack, testBrowser, until } from '@prankpost/test-harness'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { watchPolicy } from '../support/policy-watch.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

let stack: SharedStack
let browser: Browser
/** Another site, which frames the given page and records the requests it receives. */
let foreign: Server
const askedOfForeign: string[] = []
const foreignUrl = () => `http://127.0.0.1:${(foreign.address() as AddressInfo).port}`
beforeAll(async () => {
  await buildFront(root, 'web')
  await buildFront(root, 'admin-web')
  foreign = createServer((req, res) => {
    askedOfForeign.push(req.url ?? '')
    const frame = new URL(req.url ?? '/', 'http://foreign.test').searchParams.get('frame')
    res.setHeader('content-type', 'text/html').end(`<!doctype html><iframe src="${frame}"></iframe>`)
  }).listen(0, '127.0.0.1')
  ;[stack, browser] = await Promise.all([sharedStack(), testBrowser()])
})
afterAll(async () => {
  foreign?.close()
})

/** A browser that records every violation of the policy. */
async function openWatched() {
  const context = await browser.newContext({ baseURL: stack.baseUrl })
  context.setDefaultTimeout(30_000)
  const { forbidden } = await watchPolicy(context)
  return { context, page: await context.newPage(), forbidden }
}

/** What an attacker would try with unescaped text in a page. */
const attack = (far: string) => `(async () => {
  const marks = []
  globalThis.mark = (what) => marks.push(what)
  const script = document.createElement('script')
  script.textContent = 'mark("inline script")'
  const farScript = Object.assign(document.createElement('script'), { src: '${far}/x.js' })
  const rest = document.createElement('div')
  rest.innerHTML = '<img src="data:,x" onerror="mark(\\'handler\\')"><a href="javascript:mark(\\'link\\')">x</a>'
  document.body.append(script, farScript, rest)
  rest.querySelector('a').click()
  await fetch('${far}/tell').catch(() => undefined)
  await new Promise((resolve) => setTimeout(resolve, 500))
  return marks
})()`

describe('the pages', () => {
  test('when a script is injected into a page then it is not run, and cannot send data', async () => {
    for (const path of ['/', '/admin']) {
      const { context, page, forbidden } = await openWatched()
      await page.goto(path)
      expect(await page.evaluate(attack(foreignUrl()))).toEqual([])
      expect(askedOfForeign).toEqual([])
      // The browser reports what it forbade a little later.
      for (const one of ['script-src-elem', 'script-src-attr', 'connect-src'])
        await until(() => forbidden.some((what) => what.startsWith(`${one} `)))
      await context.close()
    }
  })

  test('when another site frames the store or the admin then the frame stays empty', async () => {
    const { context, page } = await openWatched()
    for (const path of ['/', '/cart', '/admin']) {
      await page.goto(`${foreignUrl()}/?frame=${encodeURIComponent(stack.baseUrl + path)}`)
      const frame = page.frames().find((one) => one !== page.mainFrame())
      await until(() => frame?.url().startsWith('chrome-error:'))
      expect(await frame?.locator('body').textContent()).not.toMatch(/prank/i)
    }
    await context.close()
  })
})

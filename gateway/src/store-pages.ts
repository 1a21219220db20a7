import { existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { Counter, hasSessionCookie, type Logger } from '@prankpost/service-kit/http'
import type { Request } from 'express'
import { LRUCache } from 'lru-cache'
import { inTime, pagePatienceMs } from './in-time.ts'
import { createPage, type Page } from './page.ts'
import type { SharedReads } from './shared-reads.ts'
import type { FindPage } from './web-app.ts'

/** The store's build for Node: see web/src/prerender.tsx. */
interface Prerenderer {
  open(path: string, visitor: Visitor): Promise<PublicPage | null>
  dataFor(visitor: Visitor): string
}
interface PublicPage {
  data: string
  render(): Promise<Rendered>
}
type Visitor = { isGuest: boolean }
type Rendered = { head: string; body: string }

interface StoreOptions {
  folder: string
  publicUrl: string
  readText: SharedReads['readText']
  log: Logger
}

/** More than the store has public pages, each for guests and for customers. */
const maxPages = 1_000

/**
 * The parameter that changes what a public page shows, which is an earlier version of a text: the browser renders it. Others say
 * where a visitor came from, or are read by a script later.
 */
const versionParameter = 'version'

const failures = new Counter({
  name: 'page_render_failures_total',
  help: 'Public pages that could not be rendered: visitors got the page rendered before, or one without content.',
})

/**
 * The pages of the store. A public page is complete HTML with its data. It is rendered when it is first requested, and again
 * when its data has changed: prices and texts come from the shared reads, so a change is visible within a second. If that
 * fails, or takes more than a second, the former page stays. The data of each page says whether the visitor is a guest.
 */
export async function createStorePages(html: string, options: StoreOptions): Promise<FindPage> {
  const { publicUrl, log } = options
  const template = withOrigin(html, new URL(publicUrl).origin)
  const prerenderer = await loadPrerenderer(options)
  if (prerenderer === undefined) {
    const page = createPage(template)
    return () => page
  }
  const plain = (isGuest: boolean) =>
    createPage(fill(template, prerenderer.dataFor({ isGuest })), { personal: !isGuest })
  const others = { guest: plain(true), customer: plain(false) }
  const rendered = new LRUCache<string, { data: string; page: Page }>({ max: maxPages })
  const rendering = new Map<string, { data: string; page: Promise<Page> }>()

  /** Renders a page once for all requests that arrive meanwhile. */
  const render = (key: string, { data, ...found }: PublicPage, isGuest: boolean): Promise<Page> => {
    const running = rendering.get(key)
    if (running?.data === data) return running.page
    const page = found
      .render()
      .then((parts) => createPage(fill(template, data, parts), { personal: !isGuest }))
      .finally(() => rendering.delete(key))
    rendering.set(key, { data, page })
    return page
  }

  const find = async (pathname: string, isGuest: boolean): Promise<Page | null> => {
    const key = `${isGuest} ${pathname}`
    try {
      const opened = prerenderer.open(pathname, { isGuest })
      const found = await (rendered.has(key) ? inTime(opened, pagePatienceMs) : opened)
      if (found === null) return null
      const known = rendered.get(key)
      if (known?.data === found.data) return known.page
      const page = await render(key, found, isGuest)
      rendered.set(key, { data: found.data, page })
      return page
    } catch (error) {
      // It has just been taken off sale: there is nothing to render any more.
      if (isGone(error)) return null
      failures.inc()
      log.error({ err: error, path: pathname }, 'page not rendered')
      return rendered.get(key)?.page ?? null
    }
  }

  return async (req, status) => {
    const isGuest = !hasSessionCookie(req, publicUrl)
    const isPresent = !Object.hasOwn(req.query, versionParameter)
    const page = status === 200 && isPresent ? await find(pathOf(req), isGuest) : null
    return page ?? others[isGuest ? 'guest' : 'customer']
  }
}

const isGone = (error: unknown) => (error as { status?: number }).status === 404

const pathOf = ({ path: pathname }: Request) =>
  pathname === '/index.html' ? '/' : pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname

async function loadPrerenderer({
  folder,
  publicUrl,
  readText,
  log,
}: StoreOptions): Promise<Prerenderer | undefined> {
  const file = path.join(folder, '.server', 'prerender.js')
  if (!existsSync(file)) return undefined
  try {
    const { createPrerenderer } = await import(pathToFileURL(path.resolve(file)).href)
    return createPrerenderer(readText, publicUrl)
  } catch (error) {
    failures.inc()
    log.error({ err: error }, 'no page can be rendered')
    return undefined
  }
}

/** Addresses that other sites read (`og:image`) must be absolute, and the public address is known only at start. */
const withOrigin = (html: string, origin: string) =>
  html.replaceAll(/(<meta property="og:[a-z]+" content=")(?=\/)/g, `$1${origin}`)

/** Puts the data into the page, and a rendered page in the place of the first paint and of the default head. */
function fill(template: string, data: string, parts?: Rendered): string {
  const html = template.replace(
    '<!--data-->',
    () => `<script type="application/json" id="page-data">${data}</script>`,
  )
  if (parts === undefined) return html
  return html
    .replace(/<!--head-->.*?<!--\/head-->/s, () => parts.head)
    .replace(/<!--app-->.*?<!--\/app-->/s, () => parts.body)
}

import { webPaths } from '@prankpost/contracts'
import { type Logger, notFound } from '@prankpost/service-kit/http'
import { type RequestHandler, Router } from 'express'
import { createPage } from './page.ts'
import type { SharedReads } from './shared-reads.ts'
import { createStorePages } from './store-pages.ts'
import { createWebApp, type FindPage, type WebApp } from './web-app.ts'

export interface WebFolders {
  webDist: string | undefined
  adminWebDist: string | undefined
  /** The public address of the store. */
  publicUrl: string
}

/** A path may end in a parameter, such as `/r/:code`. */
const storePaths = webPaths.map((path) => new RegExp(`^${path.replace(/:\w+/, '[^/]+')}$`))
const withoutSlash = (pathname: string) => (pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname)

/** The paths of the admin's screens below /admin: the dashboard, and the page of an invitation's link. */
const adminScreens = new Set(['/', '/invitation'])

/**
 * Serves the store and, if it is built, the admin. The path of a screen returns the page with 200, any other path the
 * same page with 404. A client that does not accept HTML gets a JSON 404.
 */
export function createWeb(
  { webDist, adminWebDist, publicUrl }: WebFolders,
  readText: SharedReads['readText'],
  log: Logger,
): Router {
  const router = Router()
  router.use(onlyReads)
  if (adminWebDist !== undefined) {
    const admin = createWebApp(adminWebDist, createSinglePage)
    router.use(
      '/admin',
      admin.files,
      answerPage(admin, (pathname) => adminScreens.has(pathname)),
      notBuilt,
    )
  }
  if (webDist !== undefined) {
    const options = { folder: webDist, publicUrl, readText, log }
    const store = createWebApp(webDist, (html) => createStorePages(html, options))
    router.use(
      store.files,
      answerPage(store, (pathname) => storePaths.some((path) => path.test(pathname))),
    )
  }
  router.use(notBuilt)
  return router
}

/** The admin has one page for all of its screens. */
function createSinglePage(html: string): FindPage {
  const page = createPage(html)
  return () => page
}

const onlyReads: RequestHandler = (req, _res, next) => {
  const isRead = req.method === 'GET' || req.method === 'HEAD'
  next(isRead ? undefined : notFound('There is nothing at this address.'))
}

function answerPage(app: WebApp, isScreen: (pathname: string) => boolean): RequestHandler {
  return (req, res, next) => {
    const acceptsHtml = req.accepts(['html', 'json']) === 'html'
    // A missing script or picture must not be answered with a page.
    if (!acceptsHtml || req.path.startsWith('/assets/'))
      return next(notFound('There is nothing at this address.'))
    const status = res.locals.pageStatus ?? (isScreen(withoutSlash(req.path)) ? 200 : 404)
    return app.page(status, req, res, next)
  }
}

const notBuilt: RequestHandler = (_req, res) => {
  res
    .status(503)
    .type('text')
    .send('This page is not built yet. Build the front ends, or set WEB_DIST to where they are.\n')
}

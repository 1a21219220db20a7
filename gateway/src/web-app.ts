import { existsSync, readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import path from 'node:path'
import type { NextFunction, Request, RequestHandler, Response } from 'express'
import sirv from 'sirv'
import type { Page, PageStatus } from './page.ts'

/** A built single-page app: its files, and its page for each of its screens. */
export interface WebApp {
  /** Sends a file of the app, or calls `next`. */
  files: RequestHandler
  /** Sends the page with this status, or calls `next` while the app is not built. */
  page(status: PageStatus, req: Request, res: Response, next: NextFunction): Promise<void>
}

/** Finds the page for a request, by the status it is sent with. */
export type FindPage = (req: Request, status: PageStatus) => Page | Promise<Page>

const setCacheHeaders = (res: ServerResponse, pathname: string) => {
  const value = pathname.startsWith('/assets/')
    ? 'public, max-age=31536000, immutable' // The name contains a hash of the content.
    : /\.(?!html)\w+$/.test(pathname)
      ? 'public, max-age=3600'
      : 'no-cache'
  res.setHeader('cache-control', value)
}

/**
 * Serves the folder of a built front end; the folder may be created after the start. `createPages` gets its index.html.
 */
export function createWebApp(
  folder: string,
  createPages: (html: string) => FindPage | Promise<FindPage>,
): WebApp {
  const index = path.join(folder, 'index.html')
  let built: { serve: ReturnType<typeof sirv>; pages: FindPage | Promise<FindPage> } | undefined

  const load = () => {
    if (built === undefined && existsSync(index)) {
      const serve = sirv(folder, { etag: true, brotli: true, gzip: true, setHeaders: setCacheHeaders })
      built = { serve, pages: createPages(readFileSync(index, 'utf8')) }
    }
    return built
  }

  const page: WebApp['page'] = async (status, req, res, next) => {
    const app = load()
    if (app === undefined) return next()
    const found = await (await app.pages)(req, status)
    found.send(status, req, res)
  }

  return {
    page,
    files(req, res, next) {
      const app = load()
      if (app === undefined) return next()
      if (req.path === '/' || req.path === '/index.html') return page(200, req, res, next)
      // The complete file is a valid response to a range request, and needs no range calculation.
      delete req.headers.range
      // If a file is deleted while it is read, only this response fails, not the process.
      res.on('pipe', (source: NodeJS.ReadableStream) => source.on('error', () => res.destroy()))
      app.serve(req, res, next)
    },
  }
}

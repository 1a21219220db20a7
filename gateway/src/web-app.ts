import { existsSync, readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import path from 'node:path'
import type { NextFunction, Request, RequestHandler, Response } from 'express'
import sirv from 'sirv'

/** A built single-page app: its files, and its page for every address that it has a screen for. */
export interface WebApp {
  /** Answers a file of the app, or goes on. */
  files: RequestHandler
  /** Answers the page with this status, or goes on while the app is not built. */
  page(status: 200 | 404, req: Request, res: Response, next: NextFunction): void
}

const setCacheHeaders = (res: ServerResponse, pathname: string) => {
  const value = pathname.startsWith('/assets/')
    ? 'public, max-age=31536000, immutable' // The name holds a hash of the content.
    : /\.(?!html)\w+$/.test(pathname)
      ? 'public, max-age=3600'
      : 'no-cache'
  res.setHeader('cache-control', value)
}

/** Serves a folder that a front end was built into; the folder may appear after the start. */
export function createWebApp(folder: string): WebApp {
  const index = path.join(folder, 'index.html')
  let built: { serve: ReturnType<typeof sirv>; html: Buffer } | undefined

  const load = () => {
    if (built === undefined && existsSync(index)) {
      const serve = sirv(folder, { etag: true, brotli: true, gzip: true, setHeaders: setCacheHeaders })
      built = { serve, html: readFileSync(index) }
    }
    return built
  }

  const serve = (req: Request, res: Response, next: NextFunction) => {
    const app = load()
    if (app === undefined) return next()
    // A whole file is a right answer to a call for a part of it, and takes no arithmetic.
    delete req.headers.range
    // A file that goes away while it is read ends this answer, not the process.
    res.on('pipe', (source: NodeJS.ReadableStream) => source.on('error', () => res.destroy()))
    app.serve(req, res, next)
  }

  return {
    files: serve,
    page(status, req, res, next) {
      const app = load()
      if (app === undefined) return next()
      if (status === 404) {
        res.status(404).set('cache-control', 'no-cache').type('html').send(app.html)
        return
      }
      req.url = '/'
      serve(req, res, next)
    },
  }
}

import { createHash } from 'node:crypto'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Request, Response } from 'express'

/** A front end's one page, kept in memory as it goes over the wire. */
export interface Page {
  /** Answers it, compressed as the client takes it; 304 to who has this very page already. */
  send(status: 200 | 404, req: Request, res: Response): void
}

/**
 * Makes the page from the built HTML. Addresses that other sites read (`og:image`) must be whole, and
 * which site this is only shows at start.
 */
export function createPage(html: string, publicUrl: string): Page {
  const origin = new URL(publicUrl).origin
  const text = html.replaceAll(/(<meta property="og:[a-z]+" content=")(?=\/)/g, `$1${origin}`)
  const plain = Buffer.from(text)
  const bodies = { br: brotliCompressSync(plain), gzip: gzipSync(plain), identity: plain }
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 27)}"`

  return {
    send(status, req, res) {
      res.set({ 'cache-control': 'no-cache', vary: 'Accept-Encoding' })
      if (status === 200) res.set('etag', etag)
      if (status === 200 && req.headers['if-none-match'] === etag) return void res.status(304).end()
      const encoding = encodingFor(req)
      if (encoding !== 'identity') res.set('content-encoding', encoding)
      res.status(status).type('html').send(bodies[encoding])
    },
  }
}

function encodingFor(req: Request): 'br' | 'gzip' | 'identity' {
  // Asked without an order of preference this prefers what comes first here.
  const taken = req.acceptsEncodings('br', 'gzip', 'identity')
  return taken === 'br' || taken === 'gzip' ? taken : 'identity'
}

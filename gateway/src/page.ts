import { createHash } from 'node:crypto'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Request, Response } from 'express'

/** The single page of a front end, cached in memory with its compressed forms. */
export interface Page {
  /** Sends the page in an encoding that the client accepts; 304 when the client already has it. */
  send(status: 200 | 404, req: Request, res: Response): void
}

/**
 * Creates the page from the built HTML. Addresses that other sites read (`og:image`) must be absolute, and the public
 * address is known only at start.
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
  // If the client states no preference, the first supported encoding of this list is used.
  const accepted = req.acceptsEncodings('br', 'gzip', 'identity')
  return accepted === 'br' || accepted === 'gzip' ? accepted : 'identity'
}

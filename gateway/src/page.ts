import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Request, Response } from 'express'

/** An HTML page, cached in memory with its compressed forms. */
export interface Page {
  /** Sends the page in an encoding that the client accepts; 304 when the client already has it. */
  send(status: PageStatus, req: Request, res: Response): void
}

export type PageStatus = 200 | 404 | 410

/** `personal`: the page depends on who asks, so no shared cache may keep it. */
export function createPage(html: string, { personal = false } = {}): Page {
  const plain = Buffer.from(html)
  const bodies = {
    // A page is compressed again when its data changes: the best compression would take a tenth of a second.
    br: brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
    gzip: gzipSync(plain),
    identity: plain,
  }
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 27)}"`
  const headers = {
    'cache-control': personal ? 'private, no-cache' : 'no-cache',
    vary: 'Accept-Encoding, Cookie',
  }

  return {
    send(status, req, res) {
      res.set(headers)
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

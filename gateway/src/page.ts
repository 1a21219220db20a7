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
    // A page is compressed again when its data changes: this takes about 20 ms, the best compression twice as long.
    br: brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }),
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

/** The smallest form that the client accepts. Browsers name gzip first, but do not prefer it. */
function encodingFor(req: Request): 'br' | 'gzip' | 'identity' {
  return (['br', 'gzip'] as const).find((encoding) => req.acceptsEncodings(encoding)) ?? 'identity'
}

import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { nameRoute } from '@prankpost/service-kit/http'
import { type RequestHandler, Router } from 'express'
import { pageHtml, pageStyle, startViewer } from './docs-page.ts'

interface Served {
  type: 'html' | 'css' | 'js' | 'json'
  make: () => Promise<string | Buffer>
}

const generators = () => import('@prankpost/api-docs')

// Serve single files of the viewer only: its own index.html shows an example API.
const viewer = (file: string) => readFile(createRequire(import.meta.url).resolve(`swagger-ui-dist/${file}`))

const served: Record<string, Served> = {
  '/': { type: 'html', make: async () => pageHtml },
  '/page.css': { type: 'css', make: async () => pageStyle },
  '/start.js': { type: 'js', make: async () => startViewer },
  '/viewer.css': { type: 'css', make: () => viewer('swagger-ui.css') },
  '/viewer.js': { type: 'js', make: () => viewer('swagger-ui-bundle.js') },
  '/openapi.json': {
    type: 'json',
    make: async () => JSON.stringify((await generators()).openApiDocument()),
  },
  '/asyncapi.json': {
    type: 'json',
    make: async () => JSON.stringify((await generators()).asyncApiDocument()),
  },
}

/**
 * Serves the documents of the API and of the events, and a page for reading the API document. Each file is created on
 * its first request and then cached; nothing is loaded before.
 */
export function createDocs(): Router {
  const router = Router()
  for (const [path, { type, make }] of Object.entries(served)) {
    const name = `/api/docs${path === '/' ? '' : path}`
    router.get(path, nameRoute(name), answer(type, make))
  }
  return router
}

function answer(type: Served['type'], make: Served['make']): RequestHandler {
  let cached: ReturnType<typeof pack> | undefined
  return async (req, res) => {
    cached ??= make().then(pack)
    const file = await cached.catch((error) => {
      cached = undefined
      throw error
    })
    const acceptsGzip = req.acceptsEncodings('gzip', 'identity') === 'gzip'
    res.set({ etag: file.etag, 'cache-control': 'public, max-age=300', vary: 'Accept-Encoding' })
    if (acceptsGzip) res.set('content-encoding', 'gzip')
    // Express answers 304 itself when the client already has this file.
    res.type(type).send(acceptsGzip ? file.gzipped : file.plain)
  }
}

async function pack(content: string | Buffer) {
  const plain = Buffer.from(content)
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 27)}"`
  return { plain, gzipped: await promisify(gzip)(plain), etag }
}

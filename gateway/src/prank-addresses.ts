import { type Prank, type PrankDetails, slugParams } from '@prankpost/contracts'
import { type Request, type RequestHandler, Router } from 'express'
import { inTime, pagePatienceMs } from './in-time.ts'
import type { Proxies } from './proxy.ts'
import type { SharedReads } from './shared-reads.ts'

interface PrankAddressOptions {
  readText: SharedReads['readText']
  proxies: Proxies
  /** Limits the addresses that catalog must be asked about. */
  limit: RequestHandler
}

/**
 * The status of a prank's page, as the API answers for its slug: 404 for an unknown one, 410 for a prank that is no longer on
 * sale, and 301 to the current one for a former slug, or for another spelling of it. The page shows its own message in any case.
 * Slugs on sale are in the shared list; catalog is asked about the others, each time, so that made-up ones fill no cache. While
 * catalog is unavailable, all addresses count as known.
 */
export function createPrankAddresses({ readText, proxies, limit }: PrankAddressOptions): Router {
  const router = Router()
  const skipKnown: RequestHandler = async (req, _res, next) => {
    const list = inTime(readText('/api/pranks'), pagePatienceMs)
    const pranks: Prank[] | null = await list.then(JSON.parse, () => null)
    const isKnown = pranks?.some(({ slug }) => slug !== undefined && slug === partIn(req)) ?? true
    next(isKnown ? 'route' : undefined)
  }
  router.get(prankPage, skipKnown, limit, async (req, res, next) => {
    const found = await askCatalog(req, proxies)
    if (typeof found === 'string') {
      const query = req.url.slice(req.path.length)
      // A later rename may reverse it: browsers must not keep it.
      return void res.set('cache-control', 'no-cache').redirect(301, `/pranks/${found}${query}`)
    }
    res.locals.pageStatus = found
    next()
  })
  return router
}

/** Without a group: Express would refuse an address whose encoding is broken, which is a 404 like any other. */
const prankPage = /^\/pranks\/[^/]+\/?$/

/** The slug as it is in the address, perhaps encoded. */
const partIn = (req: Request) => req.path.split('/')[2] ?? ''

function slugIn(req: Request): string | undefined {
  try {
    return decodeURIComponent(partIn(req))
  } catch {
    return undefined
  }
}

/** The current slug of this one, or the status of its page; undefined while catalog is unavailable. */
async function askCatalog(req: Request, proxies: Proxies): Promise<string | 404 | 410 | undefined> {
  const { success, data } = slugParams.safeParse({ slug: slugIn(req) })
  if (!success) return 404
  const path = `/api/pranks/${encodeURIComponent(data.slug)}`
  const answer = await proxies.ask('catalog', path, String(req.id)).catch(() => undefined)
  if (answer?.status === 200) {
    const { slug }: PrankDetails = JSON.parse(answer.text)
    return slug === partIn(req) ? undefined : slug
  }
  return answer?.status === 404 || answer?.status === 410 ? answer.status : undefined
}

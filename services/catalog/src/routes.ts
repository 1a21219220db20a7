import { createHash } from 'node:crypto'
import { prankQuery } from '@prankpost/contracts'
import { type InternalRoute, on, onInternal, type Route } from '@prankpost/service-kit'
import type { Deps } from './deps.ts'
import { findPranks } from './use-cases/find-pranks.ts'
import { listPranks } from './use-cases/list-pranks.ts'

/** The HTTP map of catalog; the contract defines schemas and access. */
export const routes = (deps: Pick<Deps, 'pranks'>): Route[] => [
  on('GET /api/pranks', async ({ res }) => {
    const json = JSON.stringify(await listPranks(deps))
    const etag = `"${createHash('sha256').update(json).digest('base64url').slice(0, 27)}"`
    // Browsers may cache the list but must revalidate it each time; Express answers 304 itself.
    res.set({ etag, 'cache-control': 'public, no-cache' }).type('json').send(json)
  }),
]

/** The internal endpoints of catalog. */
export const internalRoutes = (deps: Pick<Deps, 'pranks'>): InternalRoute[] => [
  onInternal('get', '/internal/pranks', ['order', 'fulfilment'], prankQuery, (query) =>
    findPranks(query, deps),
  ),
]

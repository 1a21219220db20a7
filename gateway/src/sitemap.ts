import { type Prank, publicWebPaths } from '@prankpost/contracts'
import { Router } from 'express'
import type { SharedReads } from './shared-reads.ts'

/** Serves what search engines read first: robots.txt, and the addresses of all public pages and of all pranks on sale. */
export function createSitemap(publicUrl: string, readText: SharedReads['readText']): Router {
  const { origin } = new URL(publicUrl)
  const router = Router()
  router.get('/robots.txt', (_req, res) => {
    res.set('cache-control', 'public, max-age=3600').type('text/plain')
    res.send(`User-agent: *\nDisallow: /admin\nDisallow: /api/\n\nSitemap: ${origin}/sitemap.xml\n`)
  })
  router.get('/sitemap.xml', async (_req, res) => {
    const pranks: Prank[] = JSON.parse(await readText('/api/pranks'))
    const slugs = pranks.flatMap(({ slug }) => (slug === undefined ? [] : [slug]))
    const paths = [...publicWebPaths, ...slugs.map((slug) => `/pranks/${encodeURIComponent(slug)}`)]
    const urls = paths.map((path) => `  <url><loc>${origin}${path}</loc></url>\n`)
    res.set('cache-control', 'public, max-age=300').type('application/xml')
    res.send(
      `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('')}</urlset>\n`,
    )
  })
  return router
}

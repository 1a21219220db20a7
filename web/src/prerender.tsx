import { createQueryClient, replaceFetch } from '@prankpost/web-kit'
import { QueryClientProvider, type UseQueryOptions } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { prerender } from 'react-dom/static'
import { Router } from 'wouter'
import { Header } from './app/header.tsx'
import { fillCache, type PageData } from './app/page-data.ts'
import { loadPage, publicReads } from './app/pages.ts'
import { Store } from './app/store.tsx'
import { PageSkeleton } from './components/skeleton.tsx'
import { userQuery } from './lib/session.ts'
import { setSiteOrigin } from './lib/site-origin.ts'

/** How the server reads a public path of the API: the text of a response with status 200. @throws an error with the status of another */
export type ReadText = (path: string) => Promise<string>

/** A page with its public data, which can be rendered. */
export interface PublicPage {
  /** The page's data as JSON, for the element `#page-data`. The page changes only if this does. */
  data: string
  /** Renders the page. `head`: its elements for `<head>`; `body`: the content of `#root`. */
  render(): Promise<{ head: string; body: string }>
}

/** What the gateway uses to send complete pages. It is built for Node, as dist/.server/prerender.js. */
export interface Prerenderer {
  /** Reads the data of a page that is sent as HTML; null for any other address. @throws what a read throws */
  open(path: string, visitor: { isGuest: boolean }): Promise<PublicPage | null>
  /** The data of a page that only the browser renders. */
  dataFor(visitor: { isGuest: boolean }): string
}

/** Makes the prerenderer of this process, for the store at this public address. */
export function createPrerenderer(readText: ReadText, publicUrl: string): Prerenderer {
  setSiteOrigin(publicUrl)
  replaceFetch(async (path) => {
    try {
      return new Response(await readText(String(path)))
    } catch (error) {
      const { status } = error as { status?: number }
      if (status === undefined) throw error
      return new Response(null, { status })
    }
  })
  return {
    async open(path, visitor) {
      const reads = publicReads(path, visitor)
      if (reads === null) return null
      const queryClient = createQueryClient()
      const found = reads.map(
        async (read): Promise<PageData['reads'][number]> => [
          read.queryKey,
          await queryClient.fetchQuery({ ...(read as UseQueryOptions), retry: false }),
        ],
      )
      const data: PageData = {
        isRendered: true,
        publicUrl,
        reads: [...sessionOf(visitor), ...(await Promise.all(found))],
      }
      return { data: toJson(data), render: () => renderPage(path, data) }
    },
    dataFor: (visitor) => toJson({ isRendered: false, publicUrl, reads: sessionOf(visitor) }),
  }
}

/** A guest's session is known without a call, which would be refused. */
const sessionOf = ({ isGuest }: { isGuest: boolean }): PageData['reads'] =>
  isGuest ? [[userQuery.queryKey, null]] : []

/** JSON that cannot end the element which contains it. */
const toJson = (data: PageData) => JSON.stringify(data).replaceAll('<', '\\u003c')

async function renderPage(path: string, data: PageData) {
  const queryClient = createQueryClient()
  fillCache(queryClient, data)
  await loadPage(path)
  const { prelude } = await prerender(<Store queryClient={queryClient} path={path} />, {
    onError(error) {
      throw error
    },
    // Parts of a large page would otherwise follow in hidden elements, which inline scripts put in place.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
  })
  const html = await new Response(prelude).text()
  // React writes titles, descriptions and preloads before the first element of the page.
  const start = html.indexOf('<div')
  return { head: html.slice(0, start), body: html.slice(start) }
}

/** The first paint of all other screens, in index.html: header and skeleton. The build renders it. */
export function renderShell(): string {
  return renderToStaticMarkup(
    <QueryClientProvider client={createQueryClient()}>
      <Router ssrPath="/">
        <div className="flex min-h-dvh flex-col">
          <Header />
          <PageSkeleton />
        </div>
      </Router>
    </QueryClientProvider>,
  )
}

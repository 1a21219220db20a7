import { createQueryClient } from '@prankpost/web-kit'
import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { PageSkeleton } from '../components/skeleton.tsx'
import { HomeSkeleton } from '../features/home/home.skeleton.tsx'
import { Header } from './header.tsx'

/**
 * The markup in index.html, so that the first paint shows header and skeleton before any script has run. It is
 * rendered when the store is built. `public/shell.js` and the style sheet select one of the two skeletons.
 */
export function renderShell(): string {
  return renderToStaticMarkup(
    <QueryClientProvider client={createQueryClient()}>
      <StaticRouter location="/">
        <div data-shell className="flex min-h-dvh flex-col">
          <Header />
          <div className="shell-home">
            <HomeSkeleton />
          </div>
          <div className="shell-page">
            <PageSkeleton />
          </div>
        </div>
      </StaticRouter>
    </QueryClientProvider>,
  )
}

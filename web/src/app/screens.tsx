import { productName } from '@prankpost/contracts/constants'
import { type ComponentType, Suspense, useEffect } from 'react'
import { Navigate, Route, Routes } from 'react-router-dom'
import { PageSkeleton } from '../components/skeleton.tsx'
import { HomeSkeleton } from '../features/home/home.skeleton.tsx'
import { paths } from '../lib/paths.ts'
import { repeatEarlyClick } from './early-click.ts'
import { Layout } from './layout.tsx'
import { notFound, pages } from './pages.ts'

/** The screen of the current address, in the store's frame. */
export function Screens() {
  return (
    <Routes>
      <Route element={<Layout />}>
        {Object.entries(pages).map(([path, { Page }]) => (
          <Route
            key={path}
            path={path}
            element={<Screen page={Page} skeleton={path === paths.home ? HomeSkeleton : PageSkeleton} />}
          />
        ))}
        <Route path={paths.oldHistory} element={<Navigate to={paths.history} replace />} />
        <Route path="*" element={<Screen page={notFound.Page} skeleton={PageSkeleton} />} />
      </Route>
    </Routes>
  )
}

/** A screen, or its skeleton until its code is loaded. */
function Screen({ page: Page, skeleton: Skeleton }: { page: ComponentType; skeleton: ComponentType }) {
  return (
    <Suspense
      fallback={
        <>
          <title>{productName}</title>
          <Skeleton />
        </>
      }
    >
      <Page />
      <Started />
    </Suspense>
  )
}

/** Is mounted together with a screen: now its buttons work. */
function Started() {
  useEffect(repeatEarlyClick, [])
  return null
}

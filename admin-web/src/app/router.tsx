import { lazy, Suspense } from 'react'
import { Navigate, Route, Routes } from 'react-router-dom'
import { Spinner } from '../components/spinner.tsx'
import { LoginPage } from '../features/login/login.page.tsx'
import { useLogin } from '../lib/session.ts'
import { NotFoundPage } from './not-found.page.tsx'
import { SignedIn } from './signed-in.tsx'

const InvitationPage = lazy(() => import('../features/invitation/invitation.page.tsx'))

/**
 * The admin is one screen: the query contains the open tab and its state. Without a session, the login page is shown. An
 * invitation has a page of its own.
 */
export function Router() {
  const login = useLogin()
  return (
    <Routes>
      <Route index element={login === null ? <LoginPage /> : <SignedIn />} />
      <Route
        path="invitation"
        element={
          <Suspense fallback={<Spinner />}>
            <InvitationPage />
          </Suspense>
        }
      />
      <Route path="index.html" element={<Navigate to="/" replace />} />
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  )
}

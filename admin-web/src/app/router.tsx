import { Navigate, Route, Routes } from 'react-router-dom'
import { LoginPage } from '../features/login/login.page.tsx'
import { useIsLoggedIn } from '../lib/session.ts'
import { Layout } from './layout.tsx'
import { NotFoundPage } from './not-found.page.tsx'

/** The admin is one screen: the query contains the open tab and its state. Without a session, the login page is shown. */
export function Router() {
  const isLoggedIn = useIsLoggedIn()
  return (
    <Routes>
      <Route index element={isLoggedIn ? <Layout /> : <LoginPage />} />
      <Route path="index.html" element={<Navigate to="/" replace />} />
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  )
}

import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Waiting } from '../components/error-state.tsx'
import { Spinner } from '../components/spinner.tsx'
import { MeContext, meQuery, sharedOwner } from '../lib/me.ts'
import { useLogin } from '../lib/session.ts'
import { Layout } from './layout.tsx'

const TotpPage = lazy(() => import('../features/account/totp.page.tsx'))

/** The dashboard of the logged-in operator; owners and managers set up one-time codes first. */
export function SignedIn() {
  return useLogin() === 'account' ? <OwnAccount /> : <Dashboard me={sharedOwner} />
}

function OwnAccount() {
  const query = useQuery(meQuery)
  const me = query.data
  if (me === undefined && query.error === null) return <Spinner />
  if (me === undefined) {
    return (
      <main className="login">
        <Waiting for={query} failed="Your account could not be loaded." />
      </main>
    )
  }
  if (!me.needsTotp) return <Dashboard me={me} />
  return (
    <Suspense fallback={<Spinner />}>
      <TotpPage />
    </Suspense>
  )
}

function Dashboard({ me }: { me: typeof sharedOwner }) {
  return (
    <MeContext value={me}>
      <Layout />
    </MeContext>
  )
}

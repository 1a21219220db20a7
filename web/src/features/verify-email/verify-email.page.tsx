import { ApiError, errorText } from '@prankpost/web-kit'
import { useEffect, useState } from 'react'
import { LoadFailed, Notice } from '../../components/notice.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { useLinkToken, verifyLinkSlot } from '../../lib/link-token.ts'
import { useSession } from '../../lib/session.ts'
import { useVerification } from './api.ts'
import { InvalidLink, NoLink, Verified } from './parts/outcomes.tsx'
import { Confirm, OtherAccount, SignInFirst } from './parts/steps.tsx'

/**
 * The page of the email verification link. Opening it changes nothing, because programs also open mailed links: the
 * signed-in customer verifies the email address with a click.
 */
export default function VerifyEmailPage() {
  const token = useToken()
  return (
    <div className="page py-12">
      <PageHead title="Verify Your Email" noIndex />
      {token ? <Verification key={token} token={token} /> : <NoLink />}
    </div>
  )
}

/** The token of the link, also after the reload of sign-in. */
function useToken() {
  const arrived = useLinkToken()
  const [kept] = useState(verifyLinkSlot.get)
  useEffect(() => verifyLinkSlot.clear(), [])
  return arrived ?? kept
}

function Verification({ token }: { token: string }) {
  const { user, isPending, error, refetch } = useSession()
  if (user) return <OwnVerification key={user.id} token={token} email={user.email} />
  if (isPending) {
    return (
      <div role="status" aria-label="Loading">
        <Notice picture="mail" level="h1" title="Verify Your Email">
          One moment, please.
        </Notice>
      </div>
    )
  }
  if (error) {
    const message = errorText(error, 'Your account could not be loaded. Please try again.')
    return <LoadFailed message={message} onRetry={() => refetch()} />
  }
  return <SignInFirst token={token} />
}

function OwnVerification({ token, email }: { token: string; email: string }) {
  const { mutate, data, error, isPending } = useVerification(token)
  if (data !== undefined) return <Verified message={data} />
  const status = error instanceof ApiError ? error.status : undefined
  if (error && status === 400) return <InvalidLink message={errorText(error, '')} />
  if (error && status === 403) {
    return <OtherAccount token={token} email={email} message={errorText(error, '')} />
  }
  return <Confirm email={email} error={error} busy={isPending} onVerify={() => mutate()} />
}

import { ApiError } from '@prankpost/web-kit'
import { useQuery } from '@tanstack/react-query'
import { Notice } from '../../components/notice.tsx'
import { Reading } from '../../components/reading.tsx'
import { Unlisted } from '../../components/unlisted.tsx'
import { useLinkToken } from '../../lib/link-token.ts'
import { useTitle } from '../../lib/title.ts'
import { verificationQuery } from './api.ts'
import { NoLink, Verified, VoidLink } from './parts/outcomes.tsx'

/** Where the mail to a new customer leads to: verifies the email address by itself, and says how that went. */
export default function VerifyEmailPage() {
  useTitle('Verify Your Email')
  const token = useLinkToken()
  return (
    <div className="page py-12">
      <Unlisted />
      {token ? <Verification token={token} /> : <NoLink />}
    </div>
  )
}

function Verification({ token }: { token: string }) {
  const query = useQuery(verificationQuery(token))
  const { error } = query
  if (error instanceof ApiError && error.status === 400) return <VoidLink message={error.message} />
  return (
    <Reading
      query={query}
      failed="Your email could not be verified. Please try again."
      bones={
        <Notice picture="mail" level="h1" title="Verifying Your Email...">
          Please keep this page open for a moment.
        </Notice>
      }
    >
      {(message) => <Verified message={message} />}
    </Reading>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Badge } from '../../../components/badge.tsx'
import { Reading } from '../../../components/reading.tsx'
import { SkeletonBlock } from '../../../components/skeleton.tsx'
import { VerificationMail } from '../../../components/verification-mail.tsx'
import { emailVerificationQuery } from '../../../lib/email-verification.ts'

/** Whether the email is verified; if not, how to verify it. */
export function EmailVerification() {
  const query = useQuery(emailVerificationQuery)
  return (
    <Reading
      query={query}
      failed="The state of your email could not be loaded. Please try again."
      skeleton={<SkeletonBlock className="h-8 w-28" />}
    >
      {({ verified }) => (
        <div>
          <Badge tone={verified ? 'green' : 'red'}>{verified ? 'Verified' : 'Not verified yet'}</Badge>
          {!verified && (
            <p className="mt-3">
              Follow the link in our mail to show that this email is yours. You need that to recover recent
              orders.
            </p>
          )}
          <VerificationMail isOffered={!verified} />
        </div>
      )}
    </Reading>
  )
}

import { useState } from 'react'
import { PageHead } from '../../components/page-head.tsx'
import { useLinkToken } from '../../lib/link-token.ts'
import { InvalidLink, NoLink, PasswordSet } from './parts/outcomes.tsx'
import { PasswordForm } from './parts/password-form.tsx'

/** The page of the password reset link: set a new password, or see why the link is invalid. */
export default function ResetPasswordPage() {
  const token = useLinkToken()
  return (
    <div className="page py-12">
      <PageHead title="Set a New Password" noIndex />
      {token ? <Reset key={token} token={token} /> : <NoLink />}
    </div>
  )
}

function Reset({ token }: { token: string }) {
  const [done, setDone] = useState('')
  const [refusal, setRefusal] = useState('')
  if (done) return <PasswordSet message={done} />
  if (refusal) return <InvalidLink message={refusal} />
  return <PasswordForm token={token} onDone={setDone} onInvalidLink={setRefusal} />
}

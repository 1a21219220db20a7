import { useState } from 'react'
import { Unlisted } from '../../components/unlisted.tsx'
import { useLinkToken } from '../../lib/link-token.ts'
import { useTitle } from '../../lib/title.ts'
import { InvalidLink, NoLink, PasswordSet } from './parts/outcomes.tsx'
import { PasswordForm } from './parts/password-form.tsx'

/** The page of the password reset link: set a new password, or see why the link is invalid. */
export default function ResetPasswordPage() {
  useTitle('Set a New Password')
  const token = useLinkToken()
  return (
    <div className="page py-12">
      <Unlisted />
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

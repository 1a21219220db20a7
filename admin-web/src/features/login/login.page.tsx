import { Button } from 'antd'
import { loginWay } from '../../lib/session.ts'
import { useStoredText } from '../../lib/stored-text.ts'
import { AccountForm } from './account-form.tsx'
import { SharedPasswordForm } from './shared-password-form.tsx'

/** 'Admin Access': the login with the shared password (specification, sections 2 and 5), or with an own account. */
export function LoginPage() {
  const isOwn = useStoredText(loginWay) === 'account'
  return (
    <main className="login">
      <div className="login-card card">
        <h1>Admin Access</h1>
        {isOwn ? <AccountForm /> : <SharedPasswordForm />}
        <Button type="link" block onClick={() => loginWay.set(isOwn ? null : 'account')}>
          {isOwn ? 'Use the shared password' : 'Use your own account'}
        </Button>
      </div>
    </main>
  )
}

import { useSlot } from '@prankpost/web-kit/storage'
import { Button } from 'antd'
import { loginWay } from '../../lib/session.ts'
import { AccountForm } from './account-form.tsx'
import { SharedPasswordForm } from './shared-password-form.tsx'

/** 'Admin Access': the login with the shared password (specification, sections 2 and 5), or with an own account. */
export function LoginPage() {
  const isOwn = useSlot(loginWay) === 'account'
  return (
    <main className="login">
      <div className="login-card card">
        <h1>Admin Access</h1>
        {isOwn ? <AccountForm /> : <SharedPasswordForm />}
        <Button type="link" block onClick={() => loginWay.set(isOwn ? '' : 'account')}>
          {isOwn ? 'Use the shared password' : 'Use your own account'}
        </Button>
      </div>
    </main>
  )
}

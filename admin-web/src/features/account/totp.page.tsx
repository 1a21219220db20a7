import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { meKey } from '../../lib/me.ts'
import { TotpSetup } from './totp-setup.tsx'
import { useLogOut } from './use-log-out.ts'

/** The set-up of one-time codes that the role requires before anything else. */
export default function TotpPage() {
  const queryClient = useQueryClient()
  const logOut = useLogOut()
  return (
    <main className="login">
      <div className="login-card login-wide card">
        <h1>One-time Codes</h1>
        <p>
          Your role can see all customers, so that a password alone is not enough. You need an app for
          one-time codes on your phone once.
        </p>
        <TotpSetup onDone={() => void queryClient.invalidateQueries({ queryKey: meKey })} />
        <Button type="text" block onClick={logOut}>
          Logout
        </Button>
      </div>
    </main>
  )
}

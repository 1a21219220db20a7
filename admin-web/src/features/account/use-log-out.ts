import { call } from '@prankpost/web-kit'
import { useNavigate } from 'react-router-dom'
import { useNotify } from '../../lib/notify.ts'
import { endSession, useLogin } from '../../lib/session.ts'

/** Ends the session: here at once, and that of an account on the server, too. */
export function useLogOut(): () => void {
  const notify = useNotify()
  const navigate = useNavigate()
  const login = useLogin()
  return () => {
    endSession()
    navigate('/')
    if (login === 'password') return notify.success('Logged Out')
    call('POST /api/operators/sign-out', { keepalive: true }).then(
      () => notify.success('Logged Out'),
      () =>
        notify.warning(
          'Logged Out Here',
          'The server gave no answer: your session ends there after 30 minutes.',
        ),
    )
  }
}

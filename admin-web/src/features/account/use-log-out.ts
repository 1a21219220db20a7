import { call } from '@prankpost/web-kit'
import { App } from 'antd'
import { useNavigate } from 'react-router-dom'
import { countDrafts, dropAllDrafts } from '../../lib/drafts.ts'
import { useNotify } from '../../lib/notify.ts'
import { endSession, useLogin } from '../../lib/session.ts'

/** Ends the session: here at once, and that of an account on the server, too. Asks first if drafts would be lost. */
export function useLogOut(): () => void {
  const { modal } = App.useApp()
  const notify = useNotify()
  const navigate = useNavigate()
  const login = useLogin()
  const logOut = () => {
    dropAllDrafts()
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
  return () => {
    if (countDrafts() === 0) return logOut()
    modal.confirm({
      title: 'Log out and lose what you typed?',
      content: 'Answers, notes or texts are not saved yet.',
      okText: 'Logout',
      okButtonProps: { danger: true },
      onOk: logOut,
    })
  }
}

import { useNavigate } from 'react-router-dom'
import { promptSignIn } from './auth-prompt.ts'
import { paths } from './paths.ts'

/** Opens the sign-in dialog on the account page, so that the reload after sign-in does not open a used link again. */
export function useSignInDialog() {
  const navigate = useNavigate()
  return () => {
    navigate(paths.account)
    promptSignIn()
  }
}

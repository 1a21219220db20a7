import { useNavigate } from 'react-router-dom'
import { promptSignIn } from './auth-prompt.ts'
import { paths } from './paths.ts'

/** Opens the account for whoever signs in there: the dialog's reload must not come back to a used link. */
export function useSignInDialog() {
  const navigate = useNavigate()
  return () => {
    navigate(paths.account)
    promptSignIn()
  }
}

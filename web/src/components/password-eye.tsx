import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'

/** The type of a password field, and the button at its end that shows or hides the password. */
export function usePasswordEye() {
  const [visible, setVisible] = useState(false)
  const Icon = visible ? EyeOff : Eye
  const end = (
    <button
      type="button"
      aria-label={visible ? 'Hide password' : 'Show password'}
      className="grid size-11 place-items-center rounded-full hover:bg-paper"
      onClick={() => setVisible(!visible)}
    >
      <Icon className="size-5" aria-hidden="true" />
    </button>
  )
  return { type: visible ? 'text' : 'password', end }
}

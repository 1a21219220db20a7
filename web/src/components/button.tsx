import type { ButtonHTMLAttributes, MouseEvent, ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router-dom'

const looks = {
  primary: 'bg-sun text-ink',
  loud: 'bg-grape text-white hover:bg-grape-deep',
  plain: 'bg-card text-ink',
  danger: 'bg-tomato text-white',
} as const

interface Look {
  look?: keyof typeof looks
  wide?: boolean
}

const classOf = ({ look = 'plain', wide }: Look, extra = '') =>
  `button ${looks[look]} ${wide ? 'w-full' : ''} ${extra}`

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, Look {
  /** Something is under way: a press does nothing, and the focus may stay where it is. */
  busy?: boolean
  children: ReactNode
}

/** A button; `primary` is the one thing to do next, `loud` the one that costs money. */
export function Button({ look, wide, busy, className, children, onClick, ...rest }: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      type="button"
      className={classOf({ look, wide }, className)}
      aria-disabled={busy || undefined}
      onClick={press}
      {...rest}
    >
      {children}
    </button>
  )
}

/** A link that looks like a button. */
export function ButtonLink({ look, wide, className, ...rest }: LinkProps & Look & { className?: string }) {
  return <Link className={classOf({ look, wide }, className)} {...rest} />
}

/** A button in the line of a text, for a way that fewer people go. */
export function TextButton({ className = '', ...rest }: ButtonHTMLAttributes<HTMLButtonElement>) {
  return (
    <button
      type="button"
      className={`font-extrabold text-grape underline decoration-2 underline-offset-4 hover:text-grape-deep ${className}`}
      {...rest}
    />
  )
}

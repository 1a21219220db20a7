import type { ButtonHTMLAttributes, MouseEvent, ReactNode } from 'react'
import { Link, type LinkProps } from 'wouter'

const variants = {
  primary: 'bg-sun text-ink',
  loud: 'bg-grape text-white hover:bg-grape-deep',
  plain: 'bg-card text-ink',
  danger: 'bg-tomato text-white',
} as const

interface StyleProps {
  variant?: keyof typeof variants
  wide?: boolean
}

const classOf = ({ variant = 'plain', wide }: StyleProps, extra = '') =>
  `button ${variants[variant]} ${wide ? 'w-full' : ''} ${extra}`

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, StyleProps {
  /** A request is in progress: a click does nothing, but the button keeps the focus. */
  busy?: boolean
  children: ReactNode
}

/** A button; `primary` is the main action of a screen, `loud` an action that costs money. */
export function Button({ variant, wide, busy, className, children, onClick, ...rest }: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      type="button"
      className={classOf({ variant, wide }, className)}
      aria-disabled={busy || undefined}
      onClick={press}
      {...rest}
    >
      {children}
    </button>
  )
}

/** A link in the style of a button. */
export function ButtonLink({
  variant,
  wide,
  className,
  ...rest
}: LinkProps & StyleProps & { className?: string }) {
  return <Link className={classOf({ variant, wide }, className)} {...rest} />
}

/** A button in the style of a text link, for less common actions. */
export function TextButton({ className = '', ...rest }: ButtonHTMLAttributes<HTMLButtonElement>) {
  return (
    <button
      type="button"
      className={`tap font-extrabold text-grape underline decoration-2 underline-offset-4 hover:text-grape-deep ${className}`}
      {...rest}
    />
  )
}

import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Picture } from './picture.tsx'

interface NoticeProps {
  picture: string
  title?: string
  children?: ReactNode
  actions?: ReactNode
  /** The heading's level in the page. */
  level?: 'h1' | 'h2' | 'h3'
}

/** Shown in place of content: empty state, sign-in required, or an error. */
export function Notice({ picture, title, children, actions, level: Heading = 'h2' }: NoticeProps) {
  return (
    <div className="panel dots mx-auto flex max-w-xl flex-col items-center gap-3 px-5 py-10 text-center">
      <Picture name={`scene-${picture}`} width={112} eager />
      {title && <Heading className="text-3xl">{title}</Heading>}
      {children && <div className="max-w-md text-ink-soft text-lg">{children}</div>}
      {actions && <div className="mt-3 flex flex-wrap justify-center gap-3">{actions}</div>}
    </div>
  )
}

/** Shows why data could not be loaded, with a retry button. */
export function LoadFailed({
  message,
  onRetry,
  busy,
}: {
  message: string
  onRetry: () => void
  busy?: boolean
}) {
  return (
    <div role="alert">
      <Notice
        picture="ghost"
        actions={
          <Button variant="primary" onClick={onRetry} busy={busy}>
            Try Again
          </Button>
        }
      >
        {message}
      </Notice>
    </div>
  )
}

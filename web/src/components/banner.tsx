import type { ReactNode } from 'react'
import { Picture } from './picture.tsx'

interface BannerProps {
  title: ReactNode
  picture: string
  /** Classes of the background, and of the text if it must be light. */
  colour: string
  /** What the screen says about itself. It is a paragraph: buttons are the `action`. */
  children?: ReactNode
  action?: ReactNode
}

/** The coloured header of a screen: title, sentence, action and picture. */
export function Banner({ title, picture, colour, children, action }: BannerProps) {
  return (
    <header className={`rays overflow-hidden border-ink border-b-[2.5px] [--ray:0.16] ${colour}`}>
      <div className="page flex items-center justify-between gap-6 py-8 sm:py-11">
        <div className="min-w-0">
          <h1 className="text-[2.5rem] sm:text-6xl">{title}</h1>
          {children && <p className="mt-3 max-w-xl font-semibold text-lg sm:text-xl">{children}</p>}
          {action}
        </div>
        <Picture
          name={`scene-${picture}`}
          width={112}
          eager
          className="-mr-2 w-20 shrink-0 rotate-6 self-end sm:mr-6 sm:w-32"
        />
      </div>
    </header>
  )
}

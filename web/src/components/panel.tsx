import { type HTMLAttributes, type ReactNode, useId } from 'react'

interface TitledPanelProps extends HTMLAttributes<HTMLElement> {
  title: string
  /** The class of the title's background. */
  colour: string
}

/** A panel with its title in a coloured bar, as a section of the page. */
export function TitledPanel({ title, colour, className = '', children, ...section }: TitledPanelProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={`panel overflow-hidden ${className}`} {...section}>
      <h2 id={id} className={`border-ink border-b-[2.5px] px-5 py-3 text-2xl ${colour}`}>
        {title}
      </h2>
      {children}
    </section>
  )
}

/** One entry of a `dl`. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="font-bold text-ink-soft">{label}</dt>
      <dd className="font-extrabold text-lg">{children}</dd>
    </div>
  )
}

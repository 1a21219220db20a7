import type { ReactNode } from 'react'

interface FactsProps {
  /** By name. */
  facts: Record<string, ReactNode>
  className?: string
}

/** What is known about a thing: each name with its value. */
export function Facts({ facts, className = 'facts' }: FactsProps) {
  return (
    <dl className={className}>
      {Object.entries(facts).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

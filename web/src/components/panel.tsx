import type { ReactNode } from 'react'

/** One entry of a `dl`. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="font-bold text-ink-soft">{label}</dt>
      <dd className="font-extrabold text-lg">{children}</dd>
    </div>
  )
}

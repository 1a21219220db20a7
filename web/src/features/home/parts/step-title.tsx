import type { ReactNode } from 'react'

/** The heading of a step, with its number on a round badge. */
export function StepTitle({ step, children, end }: { step: number; children: string; end?: ReactNode }) {
  return (
    <div className="mb-1 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="flex items-center gap-3">
        <span
          aria-hidden="true"
          className="-rotate-6 grid size-11 shrink-0 place-items-center rounded-full border-[2.5px] border-ink bg-pop font-display text-2xl shadow-hard-sm"
        >
          {step}
        </span>
        <h2 className="text-3xl sm:text-4xl">{children}</h2>
      </div>
      {end}
    </div>
  )
}

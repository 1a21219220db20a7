import type { ReactNode } from 'react'

const tones = {
  green: 'bg-[#d3f7e3] text-[#0b5a33] border-[#0b5a33]',
  blue: 'bg-[#d8edff] text-[#0d4a80] border-[#0d4a80]',
  purple: 'bg-grape-pale text-grape-deep border-grape-deep',
  grey: 'bg-[#ece7f0] text-ink border-ink',
  red: 'bg-[#ffe0e4] text-[#96122a] border-[#96122a]',
} as const

/** The colours that a badge can have. */
export type BadgeTone = keyof typeof tones

/** A small label that shows a status. */
export function Badge({ tone, children }: { tone: BadgeTone; children: ReactNode }) {
  return (
    <span className={`inline-flex rounded-full border-2 px-2.5 py-0.5 font-extrabold text-sm ${tones[tone]}`}>
      {children}
    </span>
  )
}

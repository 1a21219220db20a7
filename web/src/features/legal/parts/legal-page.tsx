import { termsDate } from '@prankpost/contracts/consent'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Banner } from '../../../components/banner.tsx'
import { paths } from '../../../lib/paths.ts'

interface LegalPageProps {
  title: string
  picture: string
  colour: string
  lead: string
  children: ReactNode
}

/** The frame of a legal page: banner, date, sections and the link to support. */
export function LegalPage({ title, picture, colour, lead, children }: LegalPageProps) {
  return (
    <>
      <Banner title={title} picture={picture} colour={colour}>
        {lead}
      </Banner>
      <div className="page py-10">
        <article className="panel mx-auto max-w-3xl p-5 sm:p-10">
          <p className="mb-6 inline-block rotate-[-1.5deg] rounded-xl border-[3px] border-pop-deep border-double px-4 py-1 font-display text-pop-deep">
            Last updated: {termsDate}
          </p>
          <div className="grid gap-7">{children}</div>
          <p className="mt-8 border-ink/20 border-t-2 border-dashed pt-6">
            Questions? Write to us on the{' '}
            <Link
              to={paths.support}
              className="font-extrabold text-grape underline decoration-2 underline-offset-4 hover:text-grape-deep"
            >
              support page
            </Link>
            .
          </p>
        </article>
      </div>
    </>
  )
}

/** One section of a legal page: paragraphs or a list of rules. */
export function LegalSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-2.5">
      <h2 className="text-2xl">{title}</h2>
      {children}
    </section>
  )
}

/** A bulleted list of rules. */
export function Rules({ items }: { items: string[] }) {
  return (
    <ul className="grid list-disc gap-1.5 pl-5 marker:text-pop-deep">
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  )
}

import type { ShopText, TextName } from '@prankpost/contracts/text'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'wouter'
import { Banner } from '../../../components/banner.tsx'
import { PageHead } from '../../../components/page-head.tsx'
import { Reading } from '../../../components/reading.tsx'
import { SkeletonBlock } from '../../../components/skeleton.tsx'
import { TextBlocks } from '../../../components/text-blocks.tsx'
import { paths } from '../../../lib/paths.ts'
import { numbered, textQuery } from '../../../lib/texts.ts'

interface LegalPageProps {
  name: TextName
  title: string
  description: string
  canonical: string
  picture: string
  colour: string
  lead: string
}

const link = 'font-extrabold text-grape underline decoration-2 underline-offset-4 hover:text-grape-deep'

/** A legal page: banner, date, sections and the link to support. `?version=` shows an earlier version. */
export function LegalPage({ name, title, description, canonical, picture, colour, lead }: LegalPageProps) {
  const [params] = useSearchParams()
  const version = Number(params.get('version')) || null
  const query = useQuery(textQuery(name, version))
  return (
    <>
      <PageHead title={title} description={description} canonical={canonical} />
      <Banner title={title} picture={picture} colour={colour}>
        {lead}
      </Banner>
      <div className="page py-10">
        <Reading query={query} failed="This page could not be loaded." skeleton={<LegalSkeleton />}>
          {(text) => <LegalArticle text={text} isVersion={version !== null} />}
        </Reading>
      </div>
    </>
  )
}

/** The text of a legal page. */
function LegalArticle({ text: { label, sections }, isVersion }: { text: ShopText; isVersion: boolean }) {
  return (
    <article className="panel mx-auto max-w-3xl p-5 sm:p-10">
      <p className="mb-6 inline-block rotate-[-1.5deg] rounded-xl border-[3px] border-pop-deep border-double px-4 py-1 font-display text-pop-deep">
        Last updated: {label}
      </p>
      {isVersion && (
        <p className="mb-6">
          This version may have been replaced.{' '}
          <Link to="?" className={link}>
            Read the current one
          </Link>
        </p>
      )}
      <div className="grid gap-7">
        {numbered(sections).map(({ key, part: { title, blocks } }) => (
          <section key={key} className="grid gap-2.5">
            {title !== '' && <h2 className="text-2xl">{title}</h2>}
            <TextBlocks blocks={blocks} />
          </section>
        ))}
      </div>
      <p className="mt-8 border-ink/20 border-t-2 border-dashed pt-6">
        Questions? Write to us on the{' '}
        <Link to={paths.support} className={link}>
          support page
        </Link>
        .
      </p>
    </article>
  )
}

function LegalSkeleton() {
  return <SkeletonBlock className="mx-auto h-[70rem] max-w-3xl" />
}

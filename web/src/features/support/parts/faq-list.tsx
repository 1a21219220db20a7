import { useQuery } from '@tanstack/react-query'
import { Reading } from '../../../components/reading.tsx'
import { SkeletonBlock } from '../../../components/skeleton.tsx'
import { TextBlocks } from '../../../components/text-blocks.tsx'
import { numbered, textQuery } from '../../../lib/texts.ts'

/** The questions and answers that operators wrote: each heading of the text is a question. */
export function FaqList() {
  const query = useQuery(textQuery('faq'))
  return (
    <Reading query={query} failed="The questions could not be loaded." skeleton={<FaqSkeleton />}>
      {({ sections }) => (
        <ul className="grid gap-4">
          {numbered(sections).map(({ key, part: { title, blocks } }) => (
            <li key={key} className="panel flex gap-4 p-4 sm:p-5">
              <span
                aria-hidden="true"
                className={`-rotate-6 grid size-10 shrink-0 place-items-center rounded-full border-[2.5px] border-ink font-display text-xl shadow-hard-sm ${seals[key % seals.length]}`}
              >
                ?
              </span>
              <div className="min-w-0">
                <h3 className="text-xl leading-snug">{title}</h3>
                <div className="mt-1.5 grid gap-2 text-ink-soft">
                  <TextBlocks blocks={blocks} />
                </div>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Reading>
  )
}

const seals = ['bg-sun', 'bg-pop', 'bg-mint', 'bg-sky']

function FaqSkeleton() {
  return (
    <div className="grid gap-4">
      {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((row) => (
        <SkeletonBlock key={row} className="h-28" />
      ))}
    </div>
  )
}

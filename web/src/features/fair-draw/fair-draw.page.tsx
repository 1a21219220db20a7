import { productName } from '@prankpost/contracts/constants'
import { useQuery } from '@tanstack/react-query'
import { Banner } from '../../components/banner.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { Reading } from '../../components/reading.tsx'
import { SkeletonBlock } from '../../components/skeleton.tsx'
import { monthsQuery } from '../../lib/draw-months.ts'
import { paths } from '../../lib/paths.ts'
import { siteOrigin } from '../../lib/site-origin.ts'
import { MonthCard } from './parts/month-card.tsx'

const link = 'font-extrabold text-grape underline decoration-2 underline-offset-4 hover:text-grape-deep'

/** The verifiable draw: the commitment and the seed of each month, and a button that repeats its draws in the browser. */
export default function FairDrawPage() {
  const query = useQuery(monthsQuery)
  return (
    <>
      <PageHead
        title="Fair Draw"
        description={`How ${productName} draws the pranks of Auto-Prank, and how anyone can repeat it.`}
        canonical={paths.fairDraw}
      />
      <Banner title="Fair Draw" picture="die" colour="bg-sun">
        Chance picks your Auto-Pranks, not us. You can check that.
      </Banner>
      <div className="page py-10">
        <article className="panel mx-auto grid max-w-3xl gap-8 p-5 sm:p-10">
          <section aria-labelledby="how" className="grid gap-2.5">
            <h2 id="how" className="text-2xl">
              How It Works
            </h2>
            <ul className="grid list-disc gap-1.5 pl-5 marker:text-pop-deep">
              <li>
                Before a month begins, we roll a secret number, the seed, and publish its fingerprint. From
                then on we cannot change it.
              </li>
              <li>
                Every draw of the month follows from the seed and from what could be drawn: your targets, as
                numbers only, the pranks on sale, and what your targets had in the last 6 months.
              </li>
              <li>
                After the month we publish the seed and all draws. They contain no name and no address. Anyone
                can repeat them, and gets the same results.
              </li>
              <li>
                No target gets a prank twice within 6 months, as long as there is another one for any of your
                targets. What you excluded, what is sold out, and who wants no parcels is never drawn.
              </li>
            </ul>
          </section>
          <section aria-labelledby="months" className="grid gap-4">
            <h2 id="months" className="text-2xl">
              The Months
            </h2>
            <Reading
              query={query}
              failed="The months could not be loaded. Please try again."
              skeleton={<SkeletonBlock className="h-40" />}
            >
              {(months) =>
                months.length === 0 ? (
                  <p>The first month is not committed yet. It appears here in a minute.</p>
                ) : (
                  <ul className="grid gap-4">
                    {months.map((month) => (
                      <MonthCard key={month.month} month={month} />
                    ))}
                  </ul>
                )
              }
            </Reading>
          </section>
          <section aria-labelledby="without" className="grid gap-2.5">
            <h2 id="without" className="text-2xl">
              Without Our Page
            </h2>
            <p>
              <a className={link} href="/repeat-draws.mjs" download>
                This script
              </a>{' '}
              does the same in a few lines that you can read. It needs Node 20 or newer:
            </p>
            <p className="rounded-xl border-2 border-ink p-3 font-mono text-sm wrap-anywhere">
              node repeat-draws.mjs {siteOrigin()} 2026-12
            </p>
          </section>
        </article>
      </div>
    </>
  )
}

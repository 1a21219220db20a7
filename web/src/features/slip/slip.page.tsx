import type { Slip } from '@prankpost/contracts/case'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'wouter'
import { Button, ButtonLink } from '../../components/button.tsx'
import { Notice } from '../../components/notice.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { PrankPicture, prankColour } from '../../components/picture.tsx'
import { Reading } from '../../components/reading.tsx'
import { SkeletonBlock } from '../../components/skeleton.tsx'
import { paths } from '../../lib/paths.ts'
import { slipQuery } from './api.ts'
import { ReactionForm } from './parts/reaction-form.tsx'
import { ReportForm } from './parts/report-form.tsx'
import { StopForm } from './parts/stop-form.tsx'
import { WhoWasIt } from './parts/who-was-it.tsx'

/** The page of the code on a slip: what is in the parcel, and how its recipient stops parcels or reports harassment. */
export default function SlipPage() {
  const { code = '' } = useParams()
  return (
    <div className="page py-8 sm:py-10">
      <PageHead title="Your Parcel" noIndex />
      <div className="mx-auto max-w-2xl">
        <SlipOfCode key={code} code={code} />
      </div>
    </div>
  )
}

function SlipOfCode({ code }: { code: string }) {
  const query = useQuery(slipQuery(code))
  return (
    <Reading
      query={query}
      failed="Your parcel could not be loaded. Please try again."
      unknown={<UnknownCode />}
      skeleton={
        <>
          <SkeletonBlock className="h-16" />
          <SkeletonBlock className="mt-6 h-40" />
          <SkeletonBlock className="mt-6 h-40" />
        </>
      }
    >
      {(slip) => (
        <>
          <Hero slip={slip} />
          <WhoWasIt code={code} reveal={slip.page?.reveal ?? null} onOver={() => query.refetch()} />
          {slip.page && <ReactionForm code={code} sent={slip.page.reaction} />}
          <Contents slip={slip} onRetry={() => query.refetch()} busy={query.isFetching} />
          {slip.hasAddress ? <StopForm code={code} hasUnit={slip.hasUnit} /> : <Erased />}
          <ReportForm code={code} hasAddress={slip.hasAddress} />
        </>
      )}
    </Reading>
  )
}

function Hero({ slip: { image, page } }: { slip: Slip }) {
  return (
    <div className="flex items-center gap-4">
      {image && (
        <div
          className={`rays grid size-24 shrink-0 place-items-center rounded-2xl border-2 border-ink sm:size-32 ${prankColour(image)}`}
        >
          <PrankPicture image={image} size={80} />
        </div>
      )}
      <div className="min-w-0">
        <h1 className="text-4xl sm:text-5xl">You Got Pranked</h1>
        <p className="mt-3 text-lg">
          {!page || page.reveal.mode === 'never'
            ? 'A person thought of you, and asked us not to say who. '
            : 'A person thought of you. '}
          This page works for everybody who has the slip.
        </p>
      </div>
    </div>
  )
}

function Contents({ slip, onRetry, busy }: { slip: Slip; onRetry: () => void; busy: boolean }) {
  const { prank, quantity, contents } = slip
  return (
    <section aria-labelledby="contents" className="panel mt-6 p-5">
      <h2 id="contents" className="text-2xl">
        What Is in It
      </h2>
      <p className="mt-2 break-words font-extrabold text-lg">
        {prank}
        {quantity > 1 && ` × ${quantity}`}
      </p>
      {contents === null ? (
        <div role="alert" className="mt-3 grid justify-items-start gap-3">
          <p className="font-bold">
            We cannot show the contents and the allergens at the moment. Please do not eat anything of it
            meanwhile.
          </p>
          <Button onClick={onRetry} busy={busy}>
            Try Again
          </Button>
        </div>
      ) : (
        <dl className="mt-3 grid gap-3">
          <Fact name="Contents" text={contents.contents} />
          <Fact name="Allergens" text={contents.allergens} />
        </dl>
      )}
    </section>
  )
}

function Fact({ name, text }: { name: string; text: string }) {
  return (
    <div>
      <dt className="font-extrabold">{name}</dt>
      <dd className="whitespace-pre-wrap break-words">
        {text || 'Not stated. Please ask us, and do not eat it before.'}
      </dd>
    </div>
  )
}

/** What a recipient can do without the code. */
const otherWays = (
  <>
    <ButtonLink variant="primary" to={paths.doNotPrank}>
      Do-Not-Prank List
    </ButtonLink>
    <ButtonLink to={paths.support}>Contact Us</ButtonLink>
  </>
)

/** Shown when the address of the parcel was erased, with the data of the account it belonged to. */
function Erased() {
  return (
    <section aria-labelledby="erased" className="panel mt-6 grid justify-items-start gap-3 p-5">
      <h2 id="erased" className="text-2xl">
        No More Parcels
      </h2>
      <p>
        We have deleted where this parcel went, so that its code cannot stop others. Enter your address
        instead.
      </p>
      <div className="flex flex-wrap gap-3">{otherWays}</div>
    </section>
  )
}

function UnknownCode() {
  return (
    <div role="alert">
      <Notice picture="ghost" level="h1" title="We Do Not Know This Code" actions={otherWays}>
        Please check the ten letters on the slip in your parcel. Without a slip you can stop all parcels with
        your address.
      </Notice>
    </div>
  )
}

import type { PrankDetails } from '@prankpost/contracts/prank'
import { ApiError } from '@prankpost/web-kit'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useParams } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { ButtonLink } from '../../components/button.tsx'
import { Notice } from '../../components/notice.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { Reading } from '../../components/reading.tsx'
import { SkeletonBlock } from '../../components/skeleton.tsx'
import { note } from '../../lib/funnel.ts'
import { paths, prankPath } from '../../lib/paths.ts'
import { prankQuery } from '../../lib/pranks.ts'
import { descriptionOf, titleOf } from './head-texts.ts'
import { Breadcrumb } from './parts/breadcrumb.tsx'
import { Contents } from './parts/contents.tsx'
import { OtherPranks } from './parts/other-pranks.tsx'
import { Parcel } from './parts/parcel.tsx'
import { pictureOf, previewOf } from './preview-picture.ts'
import { structuredDataOf } from './structured-data.ts'

/** The page of one prank: what it is, what is in it, and the way to send it. */
export default function PrankPage() {
  const { slug = '' } = useParams()
  const query = useQuery(prankQuery(slug))
  const { data, error } = query
  useCurrentSlug(slug, data)
  const status = error instanceof ApiError ? error.status : 0
  if (!data && [400, 404, 410].includes(status)) return <NoPrank isGone={status === 410} />
  return (
    <div className="page py-6 sm:py-8">
      {!data && <PageHead title="A Prank" noIndex />}
      <Reading
        query={query}
        failed="The prank could not be loaded. Please try again."
        skeleton={<PrankSkeleton />}
      >
        {(prank) => <PrankView prank={prank} />}
      </Reading>
      {!data && error && <BackHome />}
    </div>
  )
}

/** Replaces a former slug in the address with the current one. The gateway redirects, too; a link in the store does not ask it. */
function useCurrentSlug(slug: string, prank: PrankDetails | undefined) {
  const current = prank?.slug
  useEffect(() => {
    if (current !== undefined && current !== slug) navigate(prankPath(current), { replace: true })
  }, [current, slug])
}

function PrankView({ prank }: { prank: PrankDetails }) {
  const picture = pictureOf(prank)
  useEffect(() => note('viewed', { prankId: prank.id }), [prank.id])
  return (
    <>
      <PageHead
        title={titleOf(prank)}
        description={descriptionOf(prank)}
        canonical={prankPath(prank.slug)}
        image={previewOf(prank)}
        structuredData={structuredDataOf(prank, picture)}
      />
      <Breadcrumb name={prank.name} />
      <Parcel prank={prank} src={picture} />
      <Contents contents={prank.contents} allergens={prank.allergens} />
      <OtherPranks than={prank.id} />
    </>
  )
}

/** Shown for a prank that is no longer on sale, and for an address that no prank ever had. */
function NoPrank({ isGone }: { isGone: boolean }) {
  const title = isGone ? 'This Prank Has Left the Building' : 'No Such Prank'
  return (
    <div className="page py-10">
      <PageHead title={title} noIndex />
      <Notice picture="ghost" level="h1" title={title} actions={<BrowseLink />}>
        {isGone
          ? 'We no longer send this one. The ones below are just as annoying.'
          : 'There is no prank at this address. Perhaps one of these?'}
      </Notice>
      <OtherPranks />
    </div>
  )
}

const BrowseLink = () => (
  <ButtonLink variant="primary" to={paths.home}>
    Browse Pranks
  </ButtonLink>
)

function BackHome() {
  return (
    <p className="mt-6 text-center">
      <ButtonLink to={paths.home}>Go to Home</ButtonLink>
    </p>
  )
}

/** As high as the first screen of the page. */
function PrankSkeleton() {
  return (
    <>
      <SkeletonBlock className="h-6 w-48" />
      <div className="mt-6 grid gap-8 md:grid-cols-[22rem_1fr] lg:gap-14">
        <SkeletonBlock className="mx-auto aspect-square w-full max-w-44 sm:max-w-72 md:max-w-none" />
        <div>
          <SkeletonBlock className="h-14 w-3/4" />
          <SkeletonBlock className="mt-5 h-10 w-32" />
          <SkeletonBlock className="mt-5 h-24" />
          <SkeletonBlock className="mt-6 h-13 w-full sm:w-72" />
        </div>
      </div>
    </>
  )
}

import { productName } from '@prankpost/contracts/constants'
import { useEffect } from 'react'
import { Banner } from '../../components/banner.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { note } from '../../lib/funnel.ts'
import { paths } from '../../lib/paths.ts'
import { Perks } from './parts/perks.tsx'
import { PlanBuilder } from './parts/plan-builder.tsx'

/** The page of the monthly plan: number of pranks, price and benefits. */
export default function SubscribePage() {
  useEffect(() => note('plansViewed'), [])
  return (
    <>
      <PageHead
        title={`${productName} Premium`}
        description="Auto-Prank: 1 to 5 random pranks a month to random targets, with free shipping. Cancel anytime."
        canonical={paths.subscribe}
      />
      <Banner title={`${productName} Premium`} picture="crown" colour="bg-pop">
        Pranks on autopilot: every month, random pranks strike random targets. You wait for the phone calls.
      </Banner>
      <div className="page grid items-start gap-10 py-10 lg:grid-cols-[23rem_1fr]">
        <PlanBuilder />
        <Perks />
      </div>
    </>
  )
}

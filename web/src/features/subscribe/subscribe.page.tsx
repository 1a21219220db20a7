import { productName } from '@prankpost/contracts/constants'
import { useEffect } from 'react'
import { Banner } from '../../components/banner.tsx'
import { note } from '../../lib/funnel.ts'
import { useTitle } from '../../lib/title.ts'
import { Perks } from './parts/perks.tsx'
import { PlanBuilder } from './parts/plan-builder.tsx'

/** The page of the monthly plan: number of pranks, price and benefits. */
export default function SubscribePage() {
  useTitle(
    `${productName} Premium`,
    'Auto-Prank: 1 to 5 random pranks a month to random targets, with free shipping. Cancel anytime.',
  )
  useEffect(() => note('plansViewed'), [])
  return (
    <>
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

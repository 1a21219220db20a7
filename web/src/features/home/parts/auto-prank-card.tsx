import { basePriceCents, maxPranksPerMonth } from '@prankpost/contracts/constants'
import { dollars } from '@prankpost/web-kit'
import { useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { Button } from '../../../components/button.tsx'
import { Picture } from '../../../components/picture.tsx'
import { Stepper } from '../../../components/stepper.tsx'
import { note } from '../../../lib/funnel.ts'
import { paths } from '../../../lib/paths.ts'
import { subscriptionChoiceOf, subscriptionChoiceSlot } from '../../../lib/subscription-choice.ts'

/** The monthly plan: number of pranks, price, and the button to /subscribe. */
export function AutoPrankCard() {
  const [pranks, setPranks] = useState(1)
  const subscribe = () => {
    subscriptionChoiceSlot.set(subscriptionChoiceOf(pranks))
    note('planPicked')
    navigate(paths.subscribe)
  }
  return (
    <section aria-labelledby="auto-prank" className="page mt-16">
      <div className="overflow-hidden rounded-card border-[2.5px] border-ink bg-pop shadow-hard-lg">
        <div className="rays grid [--ray:0.2] items-center gap-6 p-6 sm:p-10 md:grid-cols-[auto_1fr_auto]">
          <Picture name="scene-mailbox" width={112} className="mx-auto md:size-32" />
          <div className="text-center md:text-left">
            <h2 id="auto-prank" className="text-4xl sm:text-5xl md:text-4xl lg:text-5xl">
              Auto-Prank
            </h2>
            <p className="mt-2 font-bold text-lg">
              {pranks === 1 ? '1 random prank' : `${pranks} random pranks`} a month, to random targets. Sit
              back and wait for the phone calls.
            </p>
          </div>
          <div className="panel flex flex-col items-center gap-4 p-5">
            <Stepper
              label="Pranks per month"
              value={pranks}
              min={1}
              max={maxPranksPerMonth}
              onChange={setPranks}
            />
            <p className="font-display text-2xl tabular-nums">{dollars(pranks * basePriceCents)}/month</p>
            <Button variant="primary" wide onClick={subscribe} className="text-xl">
              Subscribe Now
            </Button>
          </div>
        </div>
      </div>
    </section>
  )
}

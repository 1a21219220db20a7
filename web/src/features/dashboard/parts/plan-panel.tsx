import { isOpenEnded } from '@prankpost/contracts/open-pause'
import { dollars, formatDate } from '@prankpost/web-kit'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { preloadOn, useOnDemand } from '../../../components/on-demand.ts'
import { Fact, TitledPanel } from '../../../components/panel.tsx'
import { nextTermsOf, pranksOf, shortDate } from '../billing-dates.ts'
import type { Plan } from '../subscriptions.ts'
import type { PlanAction } from './plan-dialog.tsx'
import { PastDue, ReplaceCard } from './replace-card.tsx'

const loadPlanDialog = () => import('./plan-dialog.tsx')

/** The next charge of a plan, what is planned, and the actions to change it. */
export function PlanPanel({ plan }: { plan: Plan }) {
  const isPastDue = plan.status === 'past_due'
  const [action, setAction] = useState<PlanAction>('change')
  const [isOpen, setOpen] = useState(false)
  const PlanDialog = useOnDemand(loadPlanDialog, isOpen, setOpen)
  const choose = (chosen: PlanAction) => {
    setAction(chosen)
    setOpen(true)
  }
  return (
    <TitledPanel title="Your Plan" colour="bg-sun" className="md:col-span-2">
      <div className="grid gap-5 p-5">
        {isPastDue && <PastDue />}
        <Terms plan={plan} />
        {isPastDue ? (
          <p className="text-ink-soft">
            As soon as the open payment has gone through, you can change, pause or skip again.
          </p>
        ) : (
          <Actions plan={plan} onChoose={choose} />
        )}
      </div>
      {PlanDialog && <PlanDialog open={isOpen} onOpenChange={setOpen} action={action} plan={plan} />}
    </TitledPanel>
  )
}

function Terms({ plan }: { plan: Plan }) {
  const { nextPrankCount, changesAt, pausedUntil, nextChargeAt, status } = plan
  const { prankCount, cents } = nextTermsOf(plan)
  return (
    <dl className="grid gap-4 sm:grid-cols-3">
      <Fact label="Next Charge">
        {nextChargeAt && status !== 'past_due' ? (
          <>
            {formatDate(nextChargeAt)} <span className="whitespace-nowrap">for {dollars(cents)}</span>
          </>
        ) : (
          noChargeText(plan)
        )}
      </Fact>
      <Fact label="Pause">{pauseText(pausedUntil)}</Fact>
      <Fact label="Planned Change">
        {nextPrankCount !== null && nextPrankCount !== undefined && changesAt
          ? `${pranksOf(prankCount)} a month for ${dollars(cents)} from ${shortDate(changesAt)}`
          : 'None'}
      </Fact>
    </dl>
  )
}

const noChargeText = ({ status, pausedUntil }: Plan) =>
  status !== 'past_due' && isOpenEnded(pausedUntil) ? 'After the pause' : 'The open payment'

function pauseText(pausedUntil: string | null) {
  if (!pausedUntil) return 'Not paused'
  return isOpenEnded(pausedUntil) ? 'Paused' : `Paused until ${formatDate(pausedUntil)}`
}

const labels: Record<PlanAction, string> = {
  change: 'Change Pranks',
  pause: 'Pause',
  skip: 'Skip Next Month',
  resume: 'Resume',
}

function Actions({ plan, onChoose }: { plan: Plan; onChoose: (action: PlanAction) => void }) {
  const actions: PlanAction[] = plan.pausedUntil ? ['resume', 'change'] : ['change', 'pause', 'skip']
  return (
    <div className="flex flex-wrap gap-3">
      {actions.map((name) => (
        <Button
          key={name}
          variant={name === 'resume' ? 'primary' : 'plain'}
          className="max-sm:w-full"
          onClick={() => onChoose(name)}
          {...preloadOn(loadPlanDialog)}
        >
          {labels[name]}
        </Button>
      ))}
      <ReplaceCard className="max-sm:w-full" />
    </div>
  )
}

import type { Plan } from '../subscriptions.ts'
import { DrawPanel } from './draw-panel.tsx'
import { PlanPanel } from './plan-panel.tsx'

/** Everything about a running plan: its next charge with its actions, and what was drawn for the paid month. */
export default function PlanSection({ plan }: { plan: Plan }) {
  return (
    <>
      <PlanPanel plan={plan} />
      <DrawPanel plan={plan} />
    </>
  )
}

import type { Subscription } from '@prankpost/contracts/subscription'
import { useHotkeys } from 'react-hotkeys-hook'
import { ListPage } from '../../components/list-page.tsx'
import { useListState, useOpenItem } from '../../lib/list-state.ts'
import { useMay } from '../../lib/me.ts'
import { useRowKeys } from '../../lib/row-keys.ts'
import { useShortcut } from '../../lib/shortcuts.ts'
import { plansCount, plansList } from './api.ts'
import { canShip, PlanCard } from './plan-card.tsx'
import { PlanDrawer } from './plan-drawer.tsx'
import './plans.css'
import { planFilters } from '../../components/statuses.ts'
import { ShipDialog } from './ship/ship-dialog.tsx'
import { shipFormId } from './ship/ship-form.tsx'

const group = 'Active'

/** The list of the tab 'Active': running plans, or those selected by the filter. */
export default function PlansPage() {
  const state = useListState()
  useShipKey()
  return (
    <>
      <ListPage
        state={state}
        query={plansList(state)}
        count={plansCount}
        searchLabel="Search plans"
        statuses={planFilters}
        unfiltered="Active and past due"
        exportKey="GET /api/admin/subscriptions/export"
        emptyTitle="No Active Subscriptions"
        emptyHint="Plans come here once their first month is paid. Ended ones are under the filter."
      >
        {(plans) => <Plans plans={plans} />}
      </ListPage>
      <PlanDrawer />
      <ShipDialog />
    </>
  )
}

function Plans({ plans }: { plans: Subscription[] }) {
  const [, openDetails] = useOpenItem('plan')
  const [, openShip] = useOpenItem('ship')
  const { activeId, rowProps } = useRowKeys(plans, { noun: 'plan', group, onOpen: openDetails })
  const active = plans.find(({ id }) => id === activeId)
  useShortcut('s', 'Ship pranks of the plan', () => active && canShip(active) && openShip(active.id), {
    group,
    enabled: useMay('POST /api/admin/ship-subscription-prank'),
  })
  return plans.map((plan) => (
    <PlanCard key={plan.id} plan={plan} rowProps={rowProps(plan.id)} onOpen={openDetails} onShip={openShip} />
  ))
}

/** Ctrl+Enter submits the form, also from its fields. The help lists it here, because it cannot open over the form. */
function useShipKey() {
  const ship = () => {
    const form = document.getElementById(shipFormId)
    if (form instanceof HTMLFormElement) form.requestSubmit()
  }
  useHotkeys('ctrl+enter', ship, {
    useKey: true,
    enableOnFormTags: true,
    description: 'Ship (in the form)',
    metadata: { group },
  })
}

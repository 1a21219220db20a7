import { textSlot, useSlot } from '@prankpost/web-kit/storage'
import { Collapse } from 'antd'
import { lazy, Suspense } from 'react'
import { PageBoundary } from '../components/page-boundary.tsx'
import { Spinner } from '../components/spinner.tsx'

const Overview = lazy(() => import('../features/overview/overview.tsx'))

const panelState = textSlot('local', 'prankpost-admin-overview')

/** On a phone the figures would take several screens. */
const isPhone = () => globalThis.matchMedia('(max-width: 640px)').matches

/** The figures above the tabs: open by default, but not on a phone; the browser stores what the operator chose. */
export function OverviewPanel() {
  const stored = useSlot(panelState)
  const isOpen = stored ? stored === 'open' : !isPhone()
  return (
    <Collapse
      className="overview-panel"
      size="small"
      destroyOnHidden
      activeKey={isOpen ? ['overview'] : []}
      onChange={(open) => panelState.set(open.length > 0 ? 'open' : 'closed')}
      items={[
        {
          key: 'overview',
          label: 'Overview',
          children: (
            <PageBoundary>
              <Suspense fallback={<Spinner />}>
                <Overview />
              </Suspense>
            </PageBoundary>
          ),
        },
      ]}
    />
  )
}

import { Collapse } from 'antd'
import { lazy, Suspense } from 'react'
import { PageBoundary } from '../components/page-boundary.tsx'
import { Spinner } from '../components/spinner.tsx'
import { storedText, useStoredText } from '../lib/stored-text.ts'

const Overview = lazy(() => import('../features/overview/overview.tsx'))

const panelState = storedText('prankpost-admin-overview')

/** The figures above the tabs: open by default; the browser stores whether the operator has closed them. */
export function OverviewPanel() {
  const isOpen = useStoredText(panelState) !== 'closed'
  return (
    <Collapse
      className="overview-panel"
      size="small"
      destroyOnHidden
      activeKey={isOpen ? ['overview'] : []}
      onChange={(open) => panelState.set(open.length > 0 ? null : 'closed')}
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

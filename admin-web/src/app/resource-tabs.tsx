import { useQueries } from '@tanstack/react-query'
import { Tabs } from 'antd'
import { type ComponentType, lazy, Suspense, useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import { PageBoundary } from '../components/page-boundary.tsx'
import { Spinner } from '../components/spinner.tsx'
import { totalText } from '../lib/admin-list.ts'
import { useMayCall } from '../lib/me.ts'
import type { Resource } from '../lib/resource.ts'
import { useShortcut } from '../lib/shortcuts.ts'
import { resources } from './resources.ts'

const pages = new Map<string, ComponentType>(resources.map(({ key, load }) => [key, lazy(load)]))

/** The resources as tabs with their counts. The URL contains the open tab and the state of its list. */
export function ResourceTabs() {
  const may = useMayCall()
  const shown = resources.filter(({ needs }) => may(needs))
  const [open, openTab] = useOpenTab(shown)
  const counts = useQueries({ queries: shown.map(({ count }) => count) })
  const Page = pages.get(open.key)
  return (
    <>
      {shown.slice(0, 9).map((resource, i) => (
        <TabShortcut
          key={resource.key}
          digit={String(i + 1)}
          resource={resource}
          onPress={() => openTab(resource.key)}
        />
      ))}
      <Tabs
        className="resource-tabs"
        activeKey={open.key}
        // Not `onChange`: for the tab on the screen it is not called, also while the next one is still being rendered.
        onTabClick={openTab}
        destroyOnHidden
        items={shown.map((resource, i) => ({
          key: resource.key,
          label: labelOf(resource, counts[i]?.data),
          children: resource === open && Page && (
            <PageBoundary key={open.key}>
              <Suspense fallback={<Spinner />}>
                <Page />
              </Suspense>
            </PageBoundary>
          ),
        }))}
      />
    </>
  )
}

function labelOf({ label, hidesZero }: Resource, count: number | undefined) {
  if (hidesZero && !count) return label
  return `${label} (${count === undefined ? '…' : totalText(count)})`
}

function TabShortcut(props: { digit: string; resource: Resource; onPress: () => void }) {
  useShortcut(props.digit, `Open ${props.resource.label}`, props.onPress, {
    group: 'Tabs',
    isCommand: false,
  })
  return null
}

/** The tab of the URL. Returning to a tab restores the state of its list. */
function useOpenTab(shown: readonly Resource[]): [Resource, (key: string) => void] {
  const [params, setParams] = useSearchParams()
  const lastParams = useRef(new Map<string, URLSearchParams>())
  const open = shown.find(({ key }) => key === params.get('tab')) ?? shown[0] ?? resources[0]
  useEffect(() => {
    lastParams.current.set(open.key, params)
  }, [open, params])
  const openTab = (key: string) =>
    setParams(lastParams.current.get(key) ?? new URLSearchParams({ tab: key }), {
      replace: key === open.key,
    })
  return [open, openTab]
}

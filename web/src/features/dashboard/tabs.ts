import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

interface Tab {
  id: string
  label: string
  /** Other names in the address that open this tab. */
  aliases?: string[]
  Panel: LazyExoticComponent<ComponentType>
}

/** The dashboard's tabs in their order; the first one is where people land. */
export const tabs: Tab[] = [
  { id: 'history', label: 'History', Panel: lazy(() => import('./parts/history-tab.tsx')) },
  {
    id: 'targets',
    label: 'Targets',
    aliases: ['contacts'],
    Panel: lazy(() => import('./parts/targets-tab.tsx')),
  },
  { id: 'achievements', label: 'Achievements', Panel: lazy(() => import('./parts/achievements-tab.tsx')) },
  {
    id: 'account',
    label: 'Account',
    aliases: ['subscriptions'],
    Panel: lazy(() => import('./parts/account-tab.tsx')),
  },
]

/** The tab that an address asks for; History for none, and for names that nobody knows. */
export function tabOf(name: string | null): string {
  return (
    tabs.find(({ id, aliases = [] }) => name !== null && [id, ...aliases].includes(name))?.id ?? 'history'
  )
}

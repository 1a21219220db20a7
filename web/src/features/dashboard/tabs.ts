import { type ComponentType, lazy } from 'react'
import { achievementsQuery } from '../../lib/achievements.ts'
import { emailVerificationQuery } from '../../lib/email-verification.ts'
import { contactsQuery } from '../../lib/targets.ts'
import { agreementsQuery } from './agreements.ts'
import { historyQuery } from './api.ts'
import { mailPreferencesQuery } from './mail-preferences.ts'
import { subscriptionsQuery } from './subscriptions.ts'

type Load = () => Promise<{ default: ComponentType }>

/** A lazily loaded tab and its queries. Code and data can be prefetched before it is shown. */
function tab(
  id: string,
  label: string,
  load: Load,
  ownReads: { queryKey: readonly unknown[] }[],
  alias?: string,
) {
  return { id, label, load, ownReads, alias, Panel: lazy(load) }
}

const history = tab('history', 'History', () => import('./parts/history-tab.tsx'), [historyQuery])

/** The dashboard's tabs, in order; an alias is another name that opens the tab. */
export const tabs = [
  history,
  tab('targets', 'Targets', () => import('./parts/targets-tab.tsx'), [contactsQuery], 'contacts'),
  tab('achievements', 'Achievements', () => import('./parts/achievements-tab.tsx'), [achievementsQuery]),
  tab(
    'account',
    'Account',
    () => import('./parts/account-tab.tsx'),
    [subscriptionsQuery, emailVerificationQuery, mailPreferencesQuery, agreementsQuery],
    'subscriptions',
  ),
]

/** The tab of this name or alias; History when the name is missing or unknown. */
export function tabOf(name: string | null) {
  return tabs.find(({ id, alias }) => name !== null && (id === name || alias === name)) ?? history
}

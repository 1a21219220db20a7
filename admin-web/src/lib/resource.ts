import type { UseQueryOptions } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { AdminKey } from './admin-call.ts'

/** One tab of the dashboard. A feature exports one from its index.ts; app/resources.ts lists them. */
export interface Resource {
  /** Its name in the URL (`?tab=orders`) and in query keys. */
  key: string
  label: string
  /** The endpoint that the tab reads: operators who may not call it have no such tab. */
  needs: AdminKey
  /** Loaded when the tab is first opened. */
  load: () => Promise<{ default: ComponentType }>
  /** The number of items, for the tab's label; made with `resourceList` of lib/admin-list. */
  count: CountQuery
  /** Omits the number from the label when it is zero. */
  hidesZero?: boolean
  /** What the search of its list finds, for the command bar. */
  search?: ResourceSearch
}

/** The search of a list. */
interface ResourceSearch {
  /** The plural: 'Search orders for ...'. */
  noun: string
  /** The first items that it finds; made with `hitsQuery` of lib/admin-list. */
  hits?: (q: string) => HitsQuery
}

/** One item that a search found. */
export interface Hit {
  id: string
  title: string
  detail: string
  /** Opens it: the parameters of the URL besides `tab`. */
  params: Record<string, string>
}

// biome-ignore lint/suspicious/noExplicitAny: the type of the key does not matter here.
type HitsQuery = UseQueryOptions<Hit[], Error, Hit[], any>

// biome-ignore lint/suspicious/noExplicitAny: the type of the key does not matter here.
type CountQuery = UseQueryOptions<number, Error, number, any>

/** Checks the type of a feature's tab. */
export const defineResource = (resource: Resource): Resource => resource

import type { UseQueryOptions } from '@tanstack/react-query'
import type { ComponentType } from 'react'

/** One tab of the dashboard. A feature exports one from its index.ts; app/resources.ts lists them. */
export interface Resource {
  /** Its name in the address (`?tab=orders`) and in query keys. */
  key: string
  label: string
  /** Loaded when the tab is first opened. */
  load: () => Promise<{ default: ComponentType }>
  /** How many there are, for the tab's label; made with `countQuery` of lib/admin-list. */
  count: CountQuery
  /** The server counts no further than this: at this number the label says "or more". */
  countedUpTo?: number
  /** Leaves the number out of the label where there is nothing to count. */
  hidesZero?: boolean
}

// biome-ignore lint/suspicious/noExplicitAny: a query's key is its own business.
type CountQuery = UseQueryOptions<number, Error, number, any>

/** Holds a feature to the shape of a tab. */
export const defineResource = (resource: Resource): Resource => resource

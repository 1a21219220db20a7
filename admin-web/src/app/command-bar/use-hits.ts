import { useQueries } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useMayCall } from '../../lib/me.ts'
import type { Hit, Resource } from '../../lib/resource.ts'
import { resources } from '../resources.ts'

const pauseMs = 250
const minLength = 3

/** What the lists that the operator may read have for a text. */
export interface Hits {
  /** The resources whose lists have a search, for 'Search orders for ...'. */
  searchable: Resource[]
  found: { resource: Resource; hits: Hit[] }[]
  state: 'idle' | 'searching' | 'done'
  /** The labels of the resources that could not be searched. */
  failed: string[]
  error: Error | null
  retry: () => void
}

/** Searches after a pause in typing. What was asked for an earlier text is aborted. */
export function useHits(text: string): Hits {
  const may = useMayCall()
  const searchable = resources.filter(({ needs, search }) => search !== undefined && may(needs))
  const sources = searchable.flatMap((resource) =>
    resource.search?.hits ? [{ resource, hits: resource.search.hits }] : [],
  )
  const q = usePaused(text)
  const isAsked = q.length >= minLength
  const results = useQueries({
    queries: sources.map(({ hits }) => ({ ...hits(q), enabled: isAsked, retry: false })),
  })
  const isCurrent = q === text && isAsked
  const isBusy = q !== text || results.some(({ isFetching }) => isFetching)
  return {
    searchable,
    found: sources.flatMap(({ resource }, i) => {
      const hits = isCurrent ? (results[i]?.data ?? []) : []
      return hits.length > 0 ? [{ resource, hits }] : []
    }),
    state: text.length < minLength ? 'idle' : isBusy ? 'searching' : 'done',
    failed: isCurrent
      ? sources.filter((_, i) => results[i]?.isError).map(({ resource }) => resource.label)
      : [],
    error: results.find(({ isError }) => isError)?.error ?? null,
    retry: () => {
      for (const result of results) if (result.isError) void result.refetch()
    },
  }
}

/** The text once it has not changed for a moment; an empty one at once. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(setPaused, text === '' ? 0 : pauseMs, text)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}

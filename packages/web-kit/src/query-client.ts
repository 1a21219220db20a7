import { notifyManager, QueryClient } from '@tanstack/react-query'
import { isNetworkError } from './api-error.ts'

const minute = 60_000
const maxReadRetries = 3

/** How long the session's user counts as fresh and is kept (specification, section 9). */
export const userFreshness = { staleTime: 10 * minute, gcTime: 15 * minute, retry: false } as const

/** Waits 1 s, 2 s, 4 s ... and never more than 30 s before a read is tried again. */
export function retryDelay(attempt: number): number {
  return Math.min(1000 * 2 ** attempt, 30_000)
}

/** Reads are tried again up to 3 times, and only when no answer came at all. */
export function shouldRetryRead(failures: number, error: unknown): boolean {
  return failures < maxReadRetries && isNetworkError(error)
}

/**
 * Whether a read failed because the server refused it: it is not repeated by itself, neither when its screen mounts
 * again nor when a link comes near. The screen offers to try again.
 */
export const wasRefused = (state: { error: unknown } | undefined): boolean =>
  Boolean(state?.error) && !isNetworkError(state?.error)

/** A query client with the specification's rules for freshness and retries (sections 7 and 9). */
export function createQueryClient(): QueryClient {
  // A button is busy before the second click of a double click comes; the usual timer lets both through.
  notifyManager.setScheduler(queueMicrotask)
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5 * minute,
        gcTime: 5 * minute,
        refetchOnWindowFocus: false,
        refetchOnMount: false,
        retryOnMount: ({ state }) => !wasRefused(state),
        refetchOnReconnect: false,
        refetchInterval: false,
        retry: shouldRetryRead,
        retryDelay,
        // Asking although the browser believes to be offline: the failure says more than an endless wait.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

import { notifyManager, QueryClient } from '@tanstack/react-query'
import { isNetworkError } from './api-error.ts'

const minute = 60_000
const maxReadRetries = 3

/** How long the session's user is fresh and cached (specification, section 9). */
export const userFreshness = { staleTime: 10 * minute, gcTime: 15 * minute, retry: false } as const

/** The backoff before a read is retried: 1 s, 2 s, 4 s ... up to 30 s. */
export function retryDelay(attempt: number): number {
  return Math.min(1000 * 2 ** attempt, 30_000)
}

/** Reads are retried up to 3 times, and only if there was no answer. */
export function shouldRetryRead(failures: number, error: unknown): boolean {
  return failures < maxReadRetries && isNetworkError(error)
}

/**
 * Whether a read failed although the server answered. It is not repeated automatically, neither when its screen mounts
 * again nor on a prefetch for a link; the screen offers to try again.
 */
export const wasRefused = (state: { error: unknown } | undefined): boolean =>
  Boolean(state?.error) && !isNetworkError(state?.error)

/** A query client with the specification's rules for freshness and retries (sections 7 and 9). */
export function createQueryClient(): QueryClient {
  // Updates are rendered at once, so that a button is disabled before the second click of a double click. With the
  // default timer both clicks are handled.
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
        // Call even if the browser reports that it is offline: a failure is better than an endless wait.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

import { QueryObserver } from '@tanstack/react-query'
import { describe, expect, test, vi } from 'vitest'
import { ApiError, createQueryClient, networkMessage, retryDelay, shouldRetryRead } from '../src/index.ts'

const noAnswer = new ApiError(0, 'network', networkMessage)

describe('the query client', () => {
  test('when a read fails, then only a network failure is retried, three times', () => {
    expect([0, 1, 2, 3].map((failures) => shouldRetryRead(failures, noAnswer))).toEqual([
      true,
      true,
      true,
      false,
    ])
    expect(shouldRetryRead(0, new ApiError(500, 'http', '500: x'))).toBe(false)
    expect(shouldRetryRead(0, new ApiError(200, 'unreadable', 'x'))).toBe(false)
    expect(shouldRetryRead(0, new Error('x'))).toBe(false)
  })

  test('when a read is retried, then the backoff doubles from 1 s up to 30 s', () => {
    expect([0, 1, 2, 3, 4, 5, 9].map(retryDelay)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
  })

  test.each([
    ['the server answered 500', 1, new ApiError(500, 'http', '500: x')],
    ['the answer could not be read', 1, new ApiError(200, 'unreadable', 'x')],
    ['there was no answer', 2, noAnswer],
  ])(
    'when a read failed because %s, then it is read %s times when its screen mounts twice',
    async (_, reads, error) => {
      const client = createQueryClient()
      const read = vi.fn(() => Promise.reject(error))
      const screen = { queryKey: ['x'], queryFn: read, retry: false }
      for (let mount = 0; mount < 2; mount++) {
        const observer = new QueryObserver(client, screen)
        const unmount = observer.subscribe(() => undefined)
        if (observer.getCurrentResult().isFetching) await observer.refetch({ cancelRefetch: false })
        expect(observer.getCurrentResult().isError).toBe(true)
        unmount()
      }
      expect(read).toHaveBeenCalledTimes(reads)
      await new QueryObserver(client, screen).refetch()
      expect(read).toHaveBeenCalledTimes(reads + 1)
      client.clear()
    },
  )

  test('when nothing else is configured, then data is fresh and cached for 5 minutes and only fetched on request', () => {
    const { queries, mutations } = createQueryClient().getDefaultOptions()
    expect(queries).toMatchObject({
      staleTime: 300_000,
      gcTime: 300_000,
      refetchOnWindowFocus: false,
      refetchOnMount: false,
      refetchOnReconnect: false,
      refetchInterval: false,
    })
    expect(mutations).toMatchObject({ retry: false })
  })
})

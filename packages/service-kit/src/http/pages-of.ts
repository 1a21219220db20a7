import type { z } from 'zod'
import type { InternalClient } from './internal-client.ts'

/** Reads a list of another service, page by page, to its end. @throws 503 when the service is unavailable */
export async function* pagesOf<T extends { nextCursor: string | null }>(
  source: InternalClient,
  path: string,
  schema: z.ZodType<T>,
  query: Record<string, string> = {},
): AsyncGenerator<T> {
  let cursor: string | null = null
  do {
    const parameters = new URLSearchParams({ ...query, ...(cursor !== null && { cursor }) })
    const page: T = await source.get(`${path}?${parameters}`, schema)
    yield page
    cursor = page.nextCursor
  } while (cursor !== null)
}

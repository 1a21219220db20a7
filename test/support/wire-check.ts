import type { SharedStack } from '@prankpost/test-harness'
import type { BrowserContext, Request } from 'playwright-core'
import { type Document, type Exchange, readOperations } from './wire-document.ts'

/** Checks all API traffic against the document that the gateway serves. */
export type WireCheck = Awaited<ReturnType<typeof createWireCheck>>

/** Reads the served document, and creates a check from it. */
export async function createWireCheck({ baseUrl }: Pick<SharedStack, 'baseUrl'>) {
  const document = (await (await fetch(`${baseUrl}/api/docs/openapi.json`)).json()) as Document
  const { operations, problemsWith } = readOperations(document)
  const problems = new Set<string>()
  const seen = new Map<string, Set<number>>(operations.map(({ key }) => [key, new Set()]))
  const underWay = new Set<Promise<void>>()

  const isChecked = (url: string): boolean => {
    const { pathname, origin } = new URL(url)
    const isOurs = origin === new URL(baseUrl).origin && /^\/(api|media)\//.test(pathname)
    return isOurs && !pathname.startsWith('/api/docs')
  }
  /** Checks an exchange; it ignores those with other servers or outside the API. */
  const check = (exchange: Exchange): void => {
    if (!isChecked(exchange.url)) return
    const { pathname, searchParams } = new URL(exchange.url)
    const found = operations.find(({ method, path }) => method === exchange.method && path.test(pathname))
    const say = (problem: string) =>
      problems.add(
        `${exchange.method} ${found?.key.split(' ')[1] ?? pathname} ${exchange.status}: ${problem}`,
      )
    if (found === undefined) {
      if (exchange.status !== 404) say('is not documented')
      return
    }
    seen.get(found.key)?.add(exchange.status)
    for (const problem of problemsWith(found, exchange, searchParams)) say(problem)
  }
  const track = (work: Promise<void>) => {
    const settled = work.finally(() => underWay.delete(settled))
    underWay.add(settled)
  }

  return {
    check,
    /** Checks all calls that this test file makes by `fetch`, until the returned function is called. */
    listen(): () => void {
      const { fetch } = globalThis
      globalThis.fetch = async (input, init) => {
        const response = await fetch(input, init)
        check({
          method: init?.method ?? 'GET',
          url: String(input),
          requestHeaders: Object.fromEntries(new Headers(init?.headers)),
          requestBody: typeof init?.body === 'string' ? init.body : null,
          status: response.status,
          headers: Object.fromEntries(response.headers),
          text: await response.clone().text(),
        })
        return response
      }
      return () => {
        globalThis.fetch = fetch
      }
    },
    /** Checks all calls that the pages of a browser's context make. */
    watch(context: BrowserContext) {
      context.on('requestfinished', (request) => {
        if (!isChecked(request.url())) return
        // Calls of a page that was closed can no longer be read.
        track(exchangeOf(request).then(check, () => undefined))
      })
    },
    /** The differences so far, each once. */
    async problems(): Promise<string[]> {
      while (underWay.size > 0) await Promise.all(underWay)
      return [...problems]
    },
    /** All statuses that the document contains. */
    documentedStatuses: () =>
      [...new Set(operations.flatMap(({ operation }) => Object.keys(operation.responses)))].sort(),
    /** The statuses that each documented endpoint was seen to answer. */
    seen: seen as ReadonlyMap<string, ReadonlySet<number>>,
  }
}

async function exchangeOf(request: Request): Promise<Exchange> {
  const response = await request.response()
  if (response === null) throw new Error('no answer came')
  const requestHeaders = await request.allHeaders()
  const headers = await response.allHeaders()
  // For a cached response that was revalidated, the browser reports a 200.
  const isKept = requestHeaders['if-none-match'] !== undefined && headers['content-type'] === undefined
  return {
    method: request.method(),
    url: response.url(),
    requestHeaders,
    requestBody: request.postData(),
    status: isKept ? 304 : response.status(),
    headers,
    text: await response.text().catch(() => null),
  }
}

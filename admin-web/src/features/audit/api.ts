import type { AuditEntry } from '@prankpost/contracts/audit'
import { type ServiceName, serviceNames } from '@prankpost/contracts/services'
import { isRecord, listOf, nullable, number, shape, text } from '@prankpost/web-kit'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Page } from '../../components/list-page.tsx'
import { adminCall } from '../../lib/admin-call.ts'
import { countedBy, freshOnMount, listKeyOf, pageSize } from '../../lib/admin-list.ts'
import { type AuditKind, type AuditState, kindOf } from './kind.ts'
import { serviceMap } from './services.ts'

const isPage = shape<Omit<Page<AuditEntry>, 'unavailable'>>({
  items: listOf(
    shape<AuditEntry>({
      id: text,
      service: text,
      at: text,
      actor: text,
      address: text,
      requestId: text,
      endpoint: text,
      params: isRecord as (value: unknown) => value is Record<string, string>,
      body: nullable(text),
      outcome: nullable(shape<{ status: number; ms: number }>({ status: number, ms: number })),
      records: nullable(number),
    }),
  ),
  total: number,
  nextCursor: nullable(text),
})

interface AuditQuery {
  kind?: AuditKind | undefined
  q?: string | undefined
  cursor?: string | undefined
  limit: number
}

const pageOf = (service: ServiceName, query: AuditQuery, signal: AbortSignal) =>
  adminCall(`GET /api/admin/audit/${service}`, { query, signal, expect: isPage })

/**
 * Merges the entries of several services. In all services, ids start with their time: the newest entries are on the
 * first page, and the last id of a page is the cursor of the next page for every service.
 * @throws the error of a service, when no service answers
 */
async function readMerged(
  services: readonly ServiceName[],
  query: AuditQuery,
  signal: AbortSignal,
): Promise<Page<AuditEntry>> {
  const answers = await Promise.allSettled(services.map((service) => pageOf(service, query, signal)))
  const pages = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
  const failure = answers.find((answer) => answer.status === 'rejected')
  if (pages.length === 0 && failure) throw failure.reason
  const found = pages.flatMap(({ items }) => items).sort((a, b) => (a.id < b.id ? 1 : -1))
  const items = found.slice(0, query.limit)
  const isMore = found.length > items.length || pages.some(({ nextCursor }) => nextCursor !== null)
  return {
    items,
    total: pages.reduce((sum, { total }) => sum + total, 0),
    nextCursor: isMore ? (items.at(-1)?.id ?? null) : null,
    unavailable: services.flatMap((service, i) =>
      answers[i]?.status === 'rejected' ? [serviceMap[service].label] : [],
    ),
  }
}

/** A page of the audit trail, newest first: of one service or all, and of one kind or both. */
export function auditPage(state: AuditState) {
  const { status, q, cursor } = state
  const kind = kindOf(state)
  return queryOptions({
    queryKey: [...listKeyOf('audit'), { status, q, cursor, kind }],
    queryFn: ({ signal }) => {
      const services = serviceNames.filter((service) => status === undefined || service === status)
      return readMerged(services, { q, cursor, kind, limit: pageSize }, signal)
    },
    placeholderData: keepPreviousData,
    ...freshOnMount,
  })
}

/** The number of all entries; a service that is unavailable is not counted. */
export const auditCount = countedBy(
  'audit',
  async (signal) => (await readMerged(serviceNames, { limit: 0 }, signal)).total,
)

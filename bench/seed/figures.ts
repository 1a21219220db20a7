import type { InternalClient } from '../../packages/service-kit/src/index.ts'
import { listPastPurchases } from '../../services/order/src/use-cases/list-past-purchases.ts'
import { rebuildReports } from '../../services/reporting/src/use-cases/rebuild-reports.ts'
import { listPastEvents } from '../../services/subscription/src/use-cases/list-past-events.ts'
import type { openWriters } from './writers.ts'

type Models = Pick<Awaited<ReturnType<typeof openWriters>>, 'orders' | 'plans' | 'figures'>

/** Builds the figures of reports from the orders and plans, as the command of reporting does. */
export async function buildFigures({ orders, plans, figures }: Models): Promise<void> {
  await rebuildReports({
    ...figures,
    order: sourceOf((page) => listPastPurchases(page, { orders })),
    subscription: sourceOf((page) => listPastEvents(page, { plans })),
  })
}

/** Answers calls for pages with a use case. */
function sourceOf(
  list: (page: { cursor?: string | undefined; limit: number }) => Promise<object>,
): InternalClient {
  return {
    async get(path, schema) {
      const { searchParams } = new URL(path, 'http://source')
      const cursor = searchParams.get('cursor') ?? undefined
      return schema.parse(await list({ cursor, limit: Number(searchParams.get('limit')) }))
    },
    post: () => Promise.reject(new Error('a source accepts no writes')),
  }
}

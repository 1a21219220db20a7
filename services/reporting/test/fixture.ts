import type { ReportName, ReportRows } from '@prankpost/contracts'
import { standInClient, startServiceForTest } from '@prankpost/service-kit/testing'
import { testNamespace } from '@prankpost/test-harness'
import { service } from '../src/service.ts'
import { refreshStaleDays } from '../src/use-cases/refresh-days.ts'
import { potato, sock } from './shop-events.ts'

const inCatalog = ({ id: prankId, name }: typeof potato) => ({
  ...{ prankId, name, description: '', priceCents: 499, tier: 'Standard', image: 'potato' },
  ...{ onSale: true, revision: 1 },
})

/** A consuming reporting service with its own database and queues. Its figures are computed when `refresh` is called. */
export async function startFixture({ env = {} }: { env?: Record<string, string | number> } = {}) {
  const clock = { skewMs: 0 }
  const catalog = standInClient({ get: () => [potato, sock].map(inCatalog) })
  const now = () => new Date(Date.now() + clock.skewMs)
  const reporting = await startServiceForTest(service, testNamespace(), {
    env,
    others: { catalog },
    now,
  })
  const get = (path: string) => reporting.operator('GET', `/api/admin/reports/${path}`)
  async function refresh() {
    while (await refreshStaleDays(reporting.deps)) {
      // There is more to do.
    }
  }

  return {
    ...reporting,
    ...reporting.models,
    get,
    refresh,
    /** Moves the clock of the service. */
    clock,
    /** The rows of a report, with the present figures. */
    async rows<R extends ReportName>(report: R, query: string): Promise<ReportRows[R][]> {
      await refresh()
      return (await get(`${report}?${query}`)).body.items
    },
    /** The figures of all days. */
    async figures() {
      await refresh()
      return reporting.models.days.find({}, { version: 0 }).sort({ _id: 1 }).lean()
    },
    async clear() {
      const { purchases, plans, days, funnel } = reporting.models
      await Promise.all([purchases, plans, days, funnel].map((model) => (model as typeof days).deleteMany()))
    },
  }
}

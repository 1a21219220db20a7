import { cookieOf, newCustomer } from '@prankpost/service-kit/testing'
import { readPdf } from '@prankpost/test-harness/read-pdf'
import { afterAll, describe, expect, test } from 'vitest'
import { startShop, twoItems, twoItemsTotal } from './shop.ts'

const shop = await startShop()
afterAll(() => shop.close())

async function receipt(id: string, as: ReturnType<typeof newCustomer>) {
  const response = await fetch(`${shop.url}/api/orders/${id}/receipt`, { headers: { cookie: cookieOf(as) } })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  expect(response.headers.get('content-disposition')).toBe(
    `attachment; filename="receipt-${id.slice(-8).toUpperCase()}.pdf"`,
  )
  const { pages, about } = await readPdf(await response.arrayBuffer())
  return { pages, about, lines: pages.flatMap(({ lines }) => lines), text: JSON.stringify({ pages, about }) }
}

describe('the receipt', () => {
  test('when the order is paid then it has seller, number, date, lines and total, and no target', async () => {
    const paidAt = new Date('2026-11-20T12:00:00Z')
    const { id, as } = await shop.paidOrder({ items: twoItems, total: twoItemsTotal, paidAt })
    const { lines, text, pages } = await receipt(id, as)
    expect(pages).toHaveLength(1)
    expect(lines).toEqual([
      'Receipt',
      'PrankPost',
      'store.test',
      `Order ${id.slice(-8).toUpperCase()}`,
      'Paid on November 20, 2026',
      '1 x Prank of 499 cents $4.99',
      '2 x Prank of 1250 cents $25.00',
      'Total paid $29.99',
      'All amounts are in US dollars.',
    ])
    expect(text).not.toMatch(/Gerald|Penelope|Garden|Springfield|97477|Surprise/)
  })

  test('when a part is refunded then it says so, and a failed refund is left out', async () => {
    const { id, as } = await shop.paidOrder({ items: twoItems, total: twoItemsTotal })
    await shop.refundOrder(id, { amount: '5.00' })
    const makeRefund = shop.others.refund
    shop.others.refund = async () => ({ status: 'failed', stripeRefundId: null, failureReason: 'declined' })
    await shop.refundOrder(id, { amount: '7.00' })
    shop.others.refund = makeRefund
    await shop.orders.updateOne({ _id: id }, { discountCode: 'MARKYMARC' })
    const { lines } = await receipt(id, as)
    expect(lines.join('\n')).toMatch(/discount MARKYMARC/)
    expect(lines.filter((line) => line.startsWith('Refund on'))).toEqual([expect.stringMatching(/-\$5\.00$/)])
    expect(lines).toContain('Total after refunds $24.99')
  })

  test('when there are 50 items with long names then they fit on pages, each with its amount', async () => {
    const { id, as } = await shop.paidOrder()
    const [first] = (await shop.load(id)).items
    const items = Array.from({ length: 50 }, (_, n) => ({
      ...first,
      id: String(n + 1),
      prank: { ...first?.prank, name: `Prank ${n} ${'with a very long name '.repeat(8)}` },
    }))
    await shop.orders.updateOne({ _id: id }, { items } as never)
    const { pages, lines } = await receipt(id, as)
    expect(pages.length).toBeGreaterThan(1)
    expect(lines.filter((line) => line.startsWith('1 x Prank') && line.endsWith('$4.99'))).toHaveLength(50)
  })

  test("when the order is unpaid or another customer's then there is none", async () => {
    const as = newCustomer()
    const id = await shop.place(as)
    const get = (customer: typeof as) => shop.call('GET', `/api/orders/${id}/receipt`, { as: customer })
    expect((await get(as)).status).toBe(409)
    expect((await get(newCustomer())).status).toBe(404)
  })
})

import { until } from '@prankpost/test-harness'
import { type Attack, expectSame } from '../frame/attack.ts'
import { asOperator, gerald, newCustomer } from '../kit/people.ts'
import { formulasIn, separators } from '../kit/spreadsheet.ts'

/** Positions of a formula in a text; `@` stands for the formula. */
const positions = ['@', 'a;@', 'a\t@', 'a,@', 'a|@', 'a";@', 'a";"@', 'a\n@', 'a\r@', 'a;  @', 'a;"@"', '"@']
const formulas = (mark: string) => [`=1+${mark}`, `+1+${mark}`, `-1+${mark}`, `@SUM(${mark})`]

const exports = ['orders', 'contact-messages'] as const

/** Writes formulas into data that the operator exports and opens in a spreadsheet. */
export const csvFormulas: Attack = {
  name: 'csv-formulas',
  finding: '7',
  bound: 'no cell starts a formula, with any separator',
  async run(shop) {
    const mark = `${Date.now() % 1_000_000_000}`
    const texts = formulas(mark).flatMap((formula) =>
      positions.map((position) => position.replace('@', formula)),
    )
    // A refused text, such as a tab in a name, cannot get into a file.
    const customer = await newCustomer(shop)
    for (const [n, text] of texts.entries()) {
      // The form accepts ten messages per address in ten minutes.
      const form = { name: text, subject: text, message: text, email: customer.email }
      for (const field of ['none', 'name', 'subject'] as const) {
        const plain =
          field === 'none' ? {} : field === 'name' ? { name: 'Pat' } : { name: 'Pat', subject: 'Hello' }
        const body = { ...form, ...plain }
        const { status } = await shop.call('POST', '/api/contact-submit', { from: shop.newAddress(), body })
        if (status === 201) break
      }
      if (n % 4 === 0) await order(customer, text)
    }
    await until(async () => (await fileOf('contact-messages')).includes(mark))
    async function fileOf(name: (typeof exports)[number]) {
      const answer = await asOperator(shop, 'GET', `/api/admin/${name}/export`)
      if (answer.status !== 200) throw new Error(`export of ${name}: ${answer.status}`)
      return answer.text
    }
    const checks = []
    for (const name of exports) {
      const file = await fileOf(name)
      if (!file.includes(mark)) throw new Error(`nothing of the attack is in the export of ${name}`)
      for (const separator of separators) {
        const found = formulasIn(file, separator, mark)
        const what = `formulas in the export of ${name}, read with ${JSON.stringify(separator)}`
        checks.push({
          ...expectSame(what, found.length, 0),
          seen: `${found.length} ${found[0] ?? ''}`.trim(),
        })
      }
    }
    return { checks }
  },
}

/** Records an order with the text in every field that accepts it. */
async function order(customer: Awaited<ReturnType<typeof newCustomer>>, text: string): Promise<void> {
  for (const target of [{ ...gerald, name: text, city: text }, gerald]) {
    const cart = await customer.cartOf([{ target }], text)
    const body = { ...cart, status: 'pending_payment' }
    if ((await customer.request('POST', '/api/create-order-record', { body })).status === 201) return
  }
}

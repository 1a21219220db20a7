import { type Attack, expectSame } from '../frame/attack.ts'
import { asOperator, type Customer, gerald, newCustomer } from '../kit/people.ts'
import { describeTally, expectQuick, tallyOf, timeUnderFlood } from '../kit/timing.ts'

const atOnce = 10

/** Ten parallel exports of customers' own data and of the operator's lists, while another customer reads. */
export const parallelExports: Attack = {
  name: 'parallel-exports',
  finding: '9',
  bound: 'slowest < 5 x calm median',
  async run(shop, { quick }) {
    const people: Customer[] = []
    for (let n = 0; n < atOnce; n++) {
      const customer = await newCustomer(shop)
      await customer.insist('POST', '/api/contacts', gerald, 201)
      people.push(customer)
    }
    const requestAll = () => Promise.all(people.map((one) => one.request('POST', '/api/auth/data-export')))
    const readAll = () => Promise.all(people.map(() => asOperator(shop, 'GET', '/api/admin/orders/export')))
    const tally = tallyOf([...(await requestAll()), ...(await readAll())])
    const faults = Object.keys(tally).filter((status) => Number(status) >= 500)
    const checks = [{ ...expectSame('exports that fail', faults.length, 0), seen: describeTally(tally) }]
    const customer = await newCustomer(shop)
    const read = async () => {
      const { status } = await customer.request('GET', '/api/prank-history')
      if (status !== 200) throw new Error(`GET /api/prank-history: ${status}`)
    }
    await read()
    if (quick) return { checks }
    let round = 0
    const { timing } = await timeUnderFlood({
      victim: 'GET /api/prank-history',
      call: read,
      everyMs: 50,
      seconds: 6,
      flood: {
        // Ten exports each second; each customer may request five per day.
        perSecond: 1,
        call: async () => {
          const [first] = await Promise.all([readAll(), round++ < 3 ? requestAll() : undefined])
          return first[0] ?? { status: 0 }
        },
      },
    })
    return { checks: [...checks, expectQuick(timing)], timing }
  },
}

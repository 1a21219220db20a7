import { noPauseEnd } from '@prankpost/contracts'
import { csvCells } from '@prankpost/service-kit/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { monthStart, planChanged, planEnded, prankShipped, startFixture } from './fixture.ts'

const fixture = await startFixture()
afterAll(() => fixture.close())

const path = '/api/admin/subscriptions/export'
const get = (query = '') => fixture.operator('GET', `${path}${query}`)
/** The lines of the file, without the heading and the empty last line. */
const lines = async (query = '') => ((await get(query)).body as string).split('\r\n').slice(1, -1)

let [running, ended]: Awaited<ReturnType<typeof fixture.activePlan>>[] = []
beforeAll(async () => {
  running = await fixture.activePlan()
  ended = await fixture.activePlan()
  await fixture.deliver(prankShipped(running.planId, { parcelsShipped: 1 }))
  await fixture.deliver(planEnded(ended.planId))
})

describe("the export of the operator's list", () => {
  test('when it has no filter then the file contains the running plans', async () => {
    const { headers: answered, body } = await get()
    expect(answered.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answered.get('content-disposition')).toBe('attachment; filename="subscriptions.csv"')
    expect(csvCells(body.split('\r\n')[0]).join()).toContain(
      'Plan id,Subscription id,Status,Customer first name,Customer last name,Customer e-mail,Customer id,' +
        'Pranks a month,Monthly amount,Started at,Paid until,Next pranks a month,Changes at,Paused until,Charged next at,Cancelled at,Fulfilment,Parcels due,Last shipped at,',
    )
    const { planId = '', user } = running ?? {}
    const [line, ...others] = await lines()
    expect(others).toEqual([])
    expect(csvCells(line).slice(0, -1)).toEqual([
      planId,
      `sub_${planId}`,
      'active',
      user?.firstName,
      user?.lastName,
      user?.email,
      user?.id,
      '3',
      '14.97',
      monthStart(0),
      monthStart(1),
      '',
      '',
      '',
      monthStart(1),
      '',
      'red',
      '2',
      monthStart(0),
    ])
  })

  test('when there is a status and a search then the file has the same plans as the list', async () => {
    expect((await lines('?status=cancelled')).map((line) => csvCells(line)[0])).toEqual([ended?.planId])
    expect(await lines('?status=all')).toHaveLength(2)
    expect(await lines(`?status=all&q=${ended?.planId}`)).toHaveLength(1)
    expect(await lines('?status=past_due')).toEqual([])
  })

  test.each(['?status=lost', '?status=pending'])('when the query is %s then it is a 400', async (query) =>
    expect((await get(query)).status).toBe(400),
  )

  test.each([
    ['until a day', monthStart(3), monthStart(3)],
    ['without an end', noPauseEnd, 'Paused'],
  ])('when a plan is paused %s then its line says so', async (_how, pausedUntil, shown) => {
    const { planId } = await fixture.activePlan()
    const terms = { prankCount: 3, amountCents: 1497, currentPeriodEnd: monthStart(1), at: monthStart(0) }
    await fixture.deliver(planChanged(planId, { ...terms, pausedUntil }))
    const heading = csvCells((await get()).body.split('\r\n')[0])
    const [line] = await lines(`?q=${planId}`)
    expect(csvCells(line)[heading.indexOf('Paused until')]).toBe(shown)
    await fixture.deliver(planEnded(planId))
  })
})

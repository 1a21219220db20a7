import { until } from '@prankpost/test-harness'
import type { CommandStartedEvent, Document } from 'mongodb'
import { afterAll, expect, test } from 'vitest'
import { startFixture, threeAMonth, twoPranks } from './sandbox-fixture.ts'

const commands = new Map<string, Document>()

/** Records one command of each shape, e.g. one find by `plan.id`. */
function recordShape({ commandName, command }: CommandStartedEvent): void {
  const queries =
    commandName === 'find' ? [command] : (command.updates ?? []).map((one: Document) => ({ filter: one.q }))
  for (const { filter = {}, sort, limit } of queries) {
    const collection = String(command[commandName])
    const shape = [
      collection,
      JSON.stringify(filter, (_key, value) => (typeof value === 'string' ? '' : value)),
      JSON.stringify(sort),
    ]
    commands.set(shape.join(' '), {
      find: collection,
      filter,
      ...(sort && { sort }),
      ...(limit && { limit }),
    })
  }
}

const fixture = await startFixture('indexes', { onCommand: recordShape })
afterAll(() => fixture.stop())

test('when every call of the sandbox is made, then no query scans a collection', async () => {
  const { stripe } = fixture
  const options = { idempotencyKey: 'once' }
  const session = await stripe.checkout.sessions.create(twoPranks, options)
  await stripe.checkout.sessions.create(twoPranks, options)
  const { body: paid } = await fixture.complete(session.id)
  const { body: subscribed } = await fixture.complete((await stripe.checkout.sessions.create(threeAMonth)).id)
  const refund = await stripe.refunds.create(
    { payment_intent: paid.payment_intent },
    { idempotencyKey: 'refund' },
  )
  await fixture.post(`/test/subscriptions/${subscribed.subscription}/renew`)
  const plan = await stripe.subscriptions.retrieve(subscribed.subscription)
  const filters = [{ payment_intent: paid.payment_intent }, { status: 'open' as const }, {}]
  for (const filter of filters) await stripe.checkout.sessions.list({ ...filter, starting_after: session.id })
  await stripe.subscriptions.list()
  await stripe.invoices.list({ subscription: plan.id })
  await stripe.invoices.retrieve(String(plan.latest_invoice))
  await stripe.customers.retrieve(String(plan.customer))
  await stripe.refunds.retrieve(refund.id)
  await stripe.refunds.list({ payment_intent: paid.payment_intent })
  await stripe.paymentIntents.retrieve(paid.payment_intent)
  const payment = { type: 'payment_intent' as const, payment_intent: paid.payment_intent }
  await stripe.invoicePayments.list({ payment })
  await fixture.post(`/test/refunds/${refund.id}/settle`)
  const { body: dispute } = await fixture.post(`/test/payments/${paid.payment_intent}/dispute`)
  await stripe.disputes.retrieve(dispute.id)
  await fixture.post(`/test/disputes/${dispute.id}/close`, { won: true })
  await fixture.settleRefunds()
  const { data } = await stripe.events.list()
  const types = ['invoice.paid', 'refund.created']
  await stripe.events.list({ types, created: { gte: 1, lt: 2 }, starting_after: data[0]?.id ?? '' })
  await stripe.events.list({ types })
  await stripe.subscriptions.cancel(plan.id)
  await fixture.state()
  await fixture.expireOverdue()
  await fixture.restart()
  await until(async () =>
    (await fixture.state()).deliveries.every((delivery) => delivery.status === 'succeeded'),
  )

  const scans: Document[] = []
  for (const command of commands.values()) {
    const plan = JSON.stringify(await fixture.db.command({ explain: command, verbosity: 'queryPlanner' }))
    if (plan.includes('COLLSCAN')) scans.push(command)
  }
  expect(scans).toEqual([])
  expect(commands.size).toBeGreaterThan(25)
})

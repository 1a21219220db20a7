import { deletedCustomer, formatCents } from '@prankpost/contracts'
import type { PersonalData } from '@prankpost/service-kit'
import type { Deps } from './deps.ts'
import type { Payment } from './payment.model.ts'

/**
 * The personal data that payment stores: the payments, which are kept for accounting, and the e-mail address for
 * Stripe's receipts, which is erased. Stripe keeps its own records, as the law requires.
 */
export function personalData({
  payments,
  customers,
  outbox,
}: Pick<Deps, 'payments' | 'customers' | 'outbox'>): PersonalData {
  return {
    async *collect({ ownerId }) {
      const customer = await customers.findById(ownerId).lean()
      if (customer !== null) yield { stripeCustomerId: customer.stripeCustomerId, email: customer.email }
      for await (const payment of payments.find({ ownerId }).lean().cursor()) yield shown(payment)
    },
    async count({ ownerId }) {
      const count = await payments.countDocuments({ ownerId })
      const cards = await customers.countDocuments({ _id: ownerId })
      return [
        { what: 'Payments', outcome: 'anonymized', count },
        { what: 'Link to the customer at Stripe', outcome: 'deleted', count: cards },
      ]
    },
    async erase({ ownerId }) {
      await customers.deleteOne({ _id: ownerId })
      const named = payments.find({ ownerId, customerEmail: { $ne: deletedCustomer.email } }, { _id: 1 })
      for await (const { _id } of named.lean().cursor()) {
        await outbox.change({ _id }, (payment) => ({ update: { $set: withoutNames(payment) } }))
      }
      return { done: true }
    },
  }
}

function shown({ _id, kind, customerEmail, amountCents, lines, sessions, invoices, ...payment }: Payment) {
  const { refunds = [], disputes = [], createdAt } = payment
  return {
    id: _id,
    for: kind,
    email: customerEmail,
    amount: formatCents(amountCents),
    lines: lines.map(({ name, quantity, unitCents }) => ({ name, quantity, price: formatCents(unitCents) })),
    sessions: sessions.map(({ id, status, paymentIntentId, createdAt: at }) => ({
      stripeSessionId: id,
      status,
      stripePaymentIntentId: paymentIntentId,
      createdAt: at,
    })),
    invoices: invoices.map(({ id, paid }) => ({ stripeInvoiceId: id, paid })),
    refunds: refunds.map(({ stripeRefundId, amountCents: cents, status, createdAt: at }) => ({
      stripeRefundId,
      amount: formatCents(cents),
      status,
      createdAt: at,
    })),
    disputes: disputes.map(({ id, amountCents: cents, status, openedAt }) => ({
      stripeDisputeId: id,
      amount: formatCents(cents),
      status,
      openedAt,
    })),
    createdAt,
  }
}

/** Also anonymizes the journal, because other services read it later. */
function withoutNames({ customerName, journal = [] }: Payment) {
  const { email: customerEmail, firstName, lastName } = deletedCustomer
  return {
    customerEmail,
    customerName: customerName === null ? null : { firstName, lastName },
    journal: journal.map((reported) => ({ ...reported, data: nameless(reported.data) })),
  }
}

const nameless = (data: unknown) =>
  typeof data === 'object' && data !== null && 'customer' in data
    ? { ...data, customer: deletedCustomer }
    : data

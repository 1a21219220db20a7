import type { OwnHandlers } from '@prankpost/service-kit'
import type { Deps } from './deps.ts'
import {
  recordDispute,
  recordParcel,
  recordRefund,
  recordRefundRequest,
  recordStatus,
} from './use-cases/record-changes.ts'
import { recordMonth, recordOrder, recordPlan } from './use-cases/record-payment.ts'

/** The message map of reporting. */
export const handlers = (deps: Deps): OwnHandlers<'reporting'> => ({
  'order-paid': ({ data }) => recordOrder(data, deps),
  'order-status-changed': ({ data }) => recordStatus(data, deps),
  'refund-requested': ({ data }) => recordRefundRequest(data, deps),
  'refund-changed': ({ data }) => recordRefund(data, deps),
  'dispute-changed': ({ data }) => recordDispute(data, deps),
  'prank-shipped': ({ data }) => recordParcel(data, deps),
  'subscription-created': (event) => recordMonth(event, deps),
  'subscription-renewed': (event) => recordMonth(event, deps),
  'subscription-updated': (event) => recordPlan(event, deps),
  'subscription-cancelled': (event) => recordPlan(event, deps),
})

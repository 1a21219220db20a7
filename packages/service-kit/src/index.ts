export { addressKey } from './auth/address-key.ts'
export { type AuditTrail, createAuditTrail } from './auth/audit.ts'
export { createDerivedKeys } from './auth/derived-keys.ts'
export { emailKey } from './auth/email-key.ts'
export type { SessionCheck } from './auth/ended-sessions.ts'
export {
  createLimitStore,
  createMemoryLimit,
  type Limit,
  type LimitStore,
  type Marks,
  refuseIf,
} from './auth/limits.ts'
export {
  credentialsMissing,
  type OperatorCheck,
  sessionEnded,
  sharedOperator,
} from './auth/operator-check.ts'
export { operatorBrowserOf, operatorSessionOf } from './auth/operator-cookies.ts'
export { createSessionReader, type Session, type SessionUser } from './auth/session.ts'
export { createSignedLinks, type SignedLinks } from './auth/signed-links.ts'
export {
  brokerConfig,
  loadConfig,
  pemKey,
  reconciliationConfig,
  serviceConfig,
  serviceUrls,
} from './config.ts'
export { agreementSchema } from './data/agreement-schema.ts'
export { connectDatabase, dropFormerIndex, ensureIndexes } from './data/database.ts'
export { keepNewest } from './data/keep-newest.ts'
export { findListPage, streamList } from './data/list-page.ts'
export { findRecent, listJournal } from './data/recent-documents.ts'
export { allDone, countReconciled, type Repair, type ReportedEvent } from './data/reconciliation.ts'
export { searchFilter, searchTermsOf } from './data/search.ts'
export { inFreeSlot, isTaken, slotsOf } from './data/slots.ts'
export { createClientOf, defineService, type OwnHandlers } from './define-service.ts'
export {
  AppError,
  codeRequired,
  conflict,
  forbidden,
  gone,
  invalid,
  isDuplicateKey,
  isOutage,
  notFound,
  paymentRequired,
  tooMany,
  unauthorized,
  unavailable,
  unlessDuplicate,
} from './errors.ts'
export { type CsvColumns, sendCsv } from './http/csv.ts'
export { createHttpApp } from './http/http-app.ts'
export { callDigest, idempotencyKeyOf } from './http/idempotency-key.ts'
export { createInternalClient, type InternalClient } from './http/internal-client.ts'
export { type InternalRoute, mountInternal, onInternal } from './http/internal-routes.ts'
export { pagesOf } from './http/pages-of.ts'
export { createReplicas } from './http/replicas.ts'
export { on, type Route } from './http/routes.ts'
export { sendShared } from './http/send-shared.ts'
export { createKeyedMutex, type KeyedMutex } from './keyed-mutex.ts'
export { mapAtOnce } from './map-at-once.ts'
export { monthsAfter } from './months-after.ts'
export { createLogger, type Logger } from './ops/log.ts'
export { Counter, Gauge, Histogram, nameRoute } from './ops/metrics.ts'
export { showState } from './ops/state-gauge.ts'
export { createSweep, type Task } from './ops/sweep.ts'
export { inClientSpan, noteClientCall } from './ops/tracing.ts'
export type { PersonalData, Subject } from './personal-data/customer-data.ts'
export {
  type ForgettingDocument,
  forgetAt,
  forgetting,
  forgettingConfig,
  forgettingFields,
  forgettingIndex,
  nextCheckAt,
  noMoreAddresses,
} from './personal-data/forgetting.ts'
export { runService } from './run-service.ts'
export { createShopCopy, type ShopCopy, shopRefreshEveryMs } from './shop/shop-copy.ts'
export { createTextVersions, type TextVersions } from './shop/text-versions.ts'
export { createSingleFlight, type SingleFlight } from './single-flight.ts'

export { addressKey } from './auth/address-key.ts'
export { type AuditTrail, createAuditTrail } from './auth/audit.ts'
export { emailKey } from './auth/email-key.ts'
export { createEndedSessions, type EndedSessions, type SessionCheck } from './auth/ended-sessions.ts'
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
export type { ServicePublicKeys } from './auth/service-token.ts'
export { createSessionReader, type Session, type SessionUser } from './auth/session.ts'
export { createSignedLinks, type SignedLinks } from './auth/signed-links.ts'
export {
  brokerConfig,
  httpConfig,
  loadConfig,
  pemKey,
  reconciliationConfig,
  serviceConfig,
  serviceUrls,
  urlVariable,
} from './config.ts'
export { agreementSchema } from './data/agreement-schema.ts'
export { connectDatabase, databaseAnswers, dropFormerIndex, ensureIndexes } from './data/database.ts'
export { keepNewest } from './data/keep-newest.ts'
export { findListPage, streamList } from './data/list-page.ts'
export { findRecent } from './data/recent-documents.ts'
export {
  allDone,
  countReconciled,
  createReconciliation,
  type Reconciliation,
  type Repair,
  type ReportedEvent,
} from './data/reconciliation.ts'
export { searchFilter, searchTermsOf } from './data/search.ts'
export { inFreeSlot, isTaken, slotsOf } from './data/slots.ts'
export { defineService, type OwnHandlers, type ServiceContext } from './define-service.ts'
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
} from './errors.ts'
export { type CsvColumns, sendCsv } from './http/csv.ts'
export { answerErrors, createHttpApp, requestLog, requireOwnOrigin } from './http/http-app.ts'
export { createInternalClient, type InternalClient } from './http/internal-client.ts'
export { type InternalRoute, mountInternal, onInternal } from './http/internal-routes.ts'
export { createReplicas } from './http/replicas.ts'
export { type AccessChecks, mountRoutes, on, type Route, type RouteInput } from './http/routes.ts'
export { sendShared } from './http/send-shared.ts'
export { closeServer, listen } from './http/serve.ts'
export { createKeyedMutex, type KeyedMutex } from './keyed-mutex.ts'
export { deadLetterRoutes } from './ops/dead-letter-routes.ts'
export { createLogger, type Logger } from './ops/log.ts'
export {
  Counter,
  Gauge,
  Histogram,
  measureRequests,
  metricsHandler,
  nameRoute,
} from './ops/metrics.ts'
export { showState } from './ops/state-gauge.ts'
export { createSweep, type Task } from './ops/sweep.ts'
export { inClientSpan, noteClientCall, startTracing, traceHeaders, traceRequests } from './ops/tracing.ts'
export {
  type CustomerData,
  createCustomerData,
  type PersonalData,
  type Subject,
} from './personal-data/customer-data.ts'
export {
  type ForgettingDocument,
  forgetAt,
  forgetting,
  forgettingConfig,
  forgettingFields,
  forgettingIndex,
  nextLook,
  noMoreAddresses,
} from './personal-data/forgetting.ts'
export { runService } from './run-service.ts'
export { createShopCopy, type ShopCopy, shopRefreshEveryMs } from './shop/shop-copy.ts'
export { createTextVersions, type TextVersions } from './shop/text-versions.ts'
export { createSingleFlight, type SingleFlight } from './single-flight.ts'

export { addressKey } from './address-key.ts'
export { type AdminCheck, createAdminCheck } from './admin-check.ts'
export { type AuditTrail, createAuditTrail } from './audit.ts'
export { createBriefMemory } from './brief-memory.ts'
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
export { type CsvColumns, sendCsv } from './csv.ts'
export {
  type CustomerData,
  createCustomerData,
  type Holdings,
  type Subject,
} from './customer-data.ts'
export { connectDatabase, databaseAnswers, dropFormerIndex, ensureIndexes } from './database.ts'
export { lastDays } from './days.ts'
export { deadLetterRoutes } from './dead-letter-routes.ts'
export { emailKey } from './email-key.ts'
export { createEndedSessions, type EndedSessions, type SessionCheck } from './ended-sessions.ts'
export {
  AppError,
  conflict,
  forbidden,
  invalid,
  isDuplicateKey,
  isOutage,
  notFound,
  paymentRequired,
  tooMany,
  unauthorized,
  unavailable,
} from './errors.ts'
export { findTogether } from './find-together.ts'
export { answerErrors, createHttpApp, requestLog, requireOwnOrigin } from './http-app.ts'
export { createInternalClient, type InternalClient } from './internal-client.ts'
export { type InternalRoute, mountInternal, onInternal } from './internal-routes.ts'
export { createLimitStore, type Limit, type LimitStore, type Marks, refuseIf } from './limits.ts'
export { findListPage, streamList } from './list-page.ts'
export { createLogger, type Logger } from './log.ts'
export {
  Counter,
  collectProcessMetrics,
  Gauge,
  Histogram,
  measureRequests,
  metricsHandler,
} from './metrics.ts'
export { createMigrations, type Migration } from './migrations.ts'
export { findRecent } from './recent-documents.ts'
export {
  allDone,
  countReconciled,
  createReconciliation,
  type Heal,
  type Reconciliation,
  type ToldEvent,
} from './reconciliation.ts'
export { rememberBriefly } from './remember-briefly.ts'
export { type AccessChecks, mountRoutes, on, type Route, type RouteInput } from './routes.ts'
export { connectService, runService, type ServiceBase, type Task } from './run-service.ts'
export { searchFilter, searchTermsOf } from './search.ts'
export { closeServer, listen } from './serve.ts'
export type { ServicePublicKeys } from './service-token.ts'
export { createSessionReader, type Session, type SessionUser } from './session.ts'
export { showState } from './state-gauge.ts'
export { createSweep } from './sweep.ts'
export { noteClientCall, startTracing, traceHeaders, traceRequests } from './tracing.ts'
export { createTurns, type InTurn } from './turns.ts'

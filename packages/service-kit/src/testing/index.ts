export * from './app.ts'
export * from './plan-events.ts'
export { explainQueries, type ServedQuery } from './queries.ts'
export {
  deletionRequested,
  eventOf,
  exportRequested,
  type StandIn,
  standInClient,
  standInDiscount,
  standInForAuth,
  startServiceForTest,
  type TestService,
  testAdminPassword,
} from './service.ts'
export { standInForConsent } from './stand-in-for-consent.ts'

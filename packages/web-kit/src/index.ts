export {
  ApiError,
  errorText,
  type FieldIssue,
  isNetworkError,
  isRecord,
  isSignedOut,
  networkMessage,
  parseJson,
} from './api-error.ts'
export { type CallOptions, type CallRest, call, callFile, replaceFetch } from './client.ts'
export { formatDate, formatDateTime, formatDayRange, shortId } from './dates.ts'
export { dollars, priceCents } from './money.ts'
export { createQueryClient, retryDelay, shouldRetryRead, userFreshness, wasRefused } from './query-client.ts'
export { type Guard, listOf, nullable, number, oneOf, shape, text } from './shape.ts'

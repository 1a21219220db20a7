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
export { callFile } from './call-file.ts'
export { type CallOptions, type CallRest, call, replaceFetch } from './client.ts'
export { formatDate, formatDateTime, formatDayRange, shortId } from './dates.ts'
export { dollars, priceCents } from './money.ts'
export { createQueryClient, retryDelay, shouldRetryRead, userFreshness, wasRefused } from './query-client.ts'
export { saveFile } from './save-file.ts'
export { boolean, type Guard, listOf, nullable, number, oneOf, shape, text } from './shape.ts'

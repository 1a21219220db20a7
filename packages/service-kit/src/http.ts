// What a process without a database and a broker needs (the gateway): loading the rest costs it 40 MB.
export { addressKey } from './address-key.ts'
export { httpConfig, loadConfig, serviceUrls, urlVariable } from './config.ts'
export { AppError, notFound, tooMany, unavailable } from './errors.ts'
export { answerErrors, requestLog, requireOwnOrigin } from './http-app.ts'
export { createLogger, type Logger } from './log.ts'
export { collectProcessMetrics, measureRequests, metricsHandler, nameRoute } from './metrics.ts'
export { closeServer, listen, stopOnSignal } from './serve.ts'
export { startTracing, traceHeaders, traceRequests } from './tracing.ts'

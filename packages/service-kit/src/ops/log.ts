import { trace } from '@opentelemetry/api'
import { type Logger, pino } from 'pino'

/** JSON logs on stdout, with the trace id if there is one. Secrets are redacted by name as a second line of defence. */
export function createLogger(service: string, level: string): Logger {
  return pino({
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: {
      paths: [
        '*.password',
        '*.adminPassword',
        '*.authorization',
        '*.cookie',
        'req.headers',
        'res.headers',
        'err.config',
        'err.raw',
      ],
      censor: '[cut]',
    },
    mixin() {
      const span = trace.getActiveSpan()
      return span ? { traceId: span.spanContext().traceId } : {}
    },
  })
}

export type { Logger }

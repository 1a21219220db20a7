import { context, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import type { Connection, mongo } from 'mongoose'

/**
 * Creates a span for each command that a request or an event sends to the database, using the driver's command
 * monitoring (the connection needs `monitorCommands`). The span contains the command and the collection, never the data
 * that is queried or written. Background work (polls, heartbeats) has no trace and creates no span.
 */
export function traceDatabase(connection: Connection): void {
  const client: mongo.MongoClient = connection.getClient()
  const spans = new Map<number, Span>()
  client.on('commandStarted', ({ requestId, commandName, command, databaseName }) => {
    if (trace.getActiveSpan() === undefined) return
    const target: unknown = command[commandName]
    const collection = typeof target === 'string' ? target : undefined
    const span = trace.getTracer('prankpost.mongodb').startSpan(
      collection === undefined ? commandName : `${commandName} ${collection}`,
      {
        kind: SpanKind.CLIENT,
        attributes: {
          'db.system.name': 'mongodb',
          'db.namespace': databaseName,
          'db.operation.name': commandName,
          ...(collection && { 'db.collection.name': collection }),
        },
      },
      context.active(),
    )
    spans.set(requestId, span)
  })
  const end = (requestId: number, failed: boolean) => {
    const span = spans.get(requestId)
    if (failed) span?.setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
    spans.delete(requestId)
  }
  client.on('commandSucceeded', ({ requestId }) => end(requestId, false))
  client.on('commandFailed', ({ requestId }) => end(requestId, true))
}

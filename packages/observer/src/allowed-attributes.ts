/**
 * The attributes that are kept, by the names of OpenTelemetry's semantic conventions. Whatever else a process sends is
 * dropped at the door: addresses asked for (`url.full`), queries, statements and messages of exceptions can hold what
 * is nobody's business.
 */
const allowed = new Set([
  'db.collection.name',
  'db.namespace',
  'db.operation.name',
  'db.response.returned_rows',
  'db.system.name',
  'error.type',
  'http.request.method',
  'http.request.resend_count',
  'http.response.status_code',
  'http.route',
  'messaging.consumer.group.name',
  'messaging.destination.name',
  'messaging.operation.name',
  'messaging.operation.type',
  'messaging.system',
  'peer.service',
  'prankpost.request_id',
  'prankpost.subject',
  'server.address',
  'server.port',
  'url.scheme',
  'url.template',
])

/** Whether an attribute may be kept and shown. */
export const isAllowed = (name: string): boolean => allowed.has(name)

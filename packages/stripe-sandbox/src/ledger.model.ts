/** A request with an idempotency key, recorded in the same write as its changes. */
export interface RecordedRequest {
  key: string
  fingerprint: string
  requestId: string
  status: number
  body: string
}

/** An event as it is sent to the shop: `body` is the exact text that is signed and sent. */
export interface RecordedEvent {
  id: string
  type: string
  createdAt: Date
  body: string
}

/** What every document of a ledger has. */
export interface LedgerDocument {
  _id: string
  /** Increases by one with each write (optimistic locking): a write fails if another one happened since its read. */
  version: number
  requests: RecordedRequest[]
  /** Events of this document that may not yet be in the collection `events`. */
  outbox: RecordedEvent[]
}

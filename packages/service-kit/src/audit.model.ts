import { auditDays } from '@prankpost/contracts'
import { type Connection, type Model, Schema, type Types } from 'mongoose'

/** One thing that the operator does, written before it is done. */
export interface AuditRecord {
  _id: Types.ObjectId
  at: Date
  actor: string
  address: string
  requestId: string
  endpoint: string
  params: Record<string, string>
  body: string | null
  /** Both null until it is done, and for good where the process died before it could say. */
  status: number | null
  ms: number | null
  /** Lower-case words that the operator's search looks in. */
  searchTerms: string[]
}

const words = { type: String, required: true }
const number = { type: Number, default: null }

const schema = new Schema<AuditRecord>(
  {
    at: { type: Date, required: true },
    actor: words,
    address: words,
    requestId: String,
    endpoint: words,
    params: { type: Schema.Types.Mixed, required: true },
    body: { type: String, default: null },
    status: number,
    ms: number,
    searchTerms: [String],
  },
  { versionKey: false, collection: 'audit', minimize: false },
)
schema.index({ at: 1 }, { expireAfterSeconds: auditDays * 24 * 60 * 60 })
schema.index({ searchTerms: 1, _id: -1 })

/** The collection of the audit trail on a connection. */
export function createAuditModel(connection: Connection): Model<AuditRecord> {
  return connection.model<AuditRecord>('Audit', schema)
}

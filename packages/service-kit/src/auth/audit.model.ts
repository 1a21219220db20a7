import { auditDays } from '@prankpost/contracts'
import { type Connection, type Model, Schema, type Types } from 'mongoose'

/** One thing that the operator does, written before it is done, or a read of personal data. */
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
  /** How many records a read or an export handed out; null for everything else. */
  records: number | null
  /** Set on reads alone: entries from before there were any have no such field. */
  isRead?: true
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
    records: number,
    isRead: Boolean,
    searchTerms: [String],
  },
  { versionKey: false, collection: 'audit', minimize: false },
)
schema.index({ at: 1 }, { expireAfterSeconds: auditDays * 24 * 60 * 60 })
schema.index({ searchTerms: 1, _id: -1 })
schema.index({ isRead: 1, _id: -1 })

/** The collection of the audit trail on a connection. */
export function createAuditModel(connection: Connection): Model<AuditRecord> {
  return connection.model<AuditRecord>('Audit', schema)
}

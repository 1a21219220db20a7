import { auditDays } from '@prankpost/contracts'
import { type Connection, type Model, Schema, type Types } from 'mongoose'

/** One action of the operator, recorded before it is carried out, or one read of personal data. */
export interface AuditRecord {
  _id: Types.ObjectId
  at: Date
  actor: string
  address: string
  requestId: string
  endpoint: string
  params: Record<string, string>
  body: string | null
  /** Both are null until the action is done. They stay null if the process dies before it records the outcome. */
  status: number | null
  ms: number | null
  /** How many records a read or an export returned; null for everything else. */
  records: number | null
  /** Set only on reads. Entries from before reads were recorded do not have this field either. */
  isRead?: true
  /** Lower-case words that the operator's search matches. */
  searchTerms: string[]
}

const requiredString = { type: String, required: true }
const nullableNumber = { type: Number, default: null }

const schema = new Schema<AuditRecord>(
  {
    at: { type: Date, required: true },
    actor: requiredString,
    address: requiredString,
    requestId: String,
    endpoint: requiredString,
    params: { type: Schema.Types.Mixed, required: true },
    body: { type: String, default: null },
    status: nullableNumber,
    ms: nullableNumber,
    records: nullableNumber,
    isRead: Boolean,
    searchTerms: [String],
  },
  { versionKey: false, collection: 'audit', minimize: false },
)
schema.index({ at: 1 }, { expireAfterSeconds: auditDays * 24 * 60 * 60 })
schema.index({ searchTerms: 1, _id: -1 })
schema.index({ isRead: 1, _id: -1 })

/** Registers the model of the audit trail on a connection. */
export function createAuditModel(connection: Connection): Model<AuditRecord> {
  return connection.model<AuditRecord>('Audit', schema)
}

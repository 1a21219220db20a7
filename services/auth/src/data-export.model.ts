import {
  type CustomerDataService,
  customerDataServices,
  type DataExport,
  exportSections,
} from '@prankpost/contracts'
import { type OutboxDocument, outboxFields } from '@prankpost/messaging'
import { type Connection, type Model, Schema } from 'mongoose'

/** The file of a customer's data: one for each customer, the next takes the place of the last. */
export interface CustomerExport extends OutboxDocument {
  /** The customer's id. */
  _id: string
  exportId: string
  requestedAt: Date
  /** How many parts each service has brought that is through. */
  parts: Partial<Record<CustomerDataService, number>>
  /** When the last service was through. */
  readyAt: Date | null
  expiresAt: Date
}

/** A part of one service's share, as JSON texts. */
export interface ExportPart {
  /** `export:service:number`, so that a part brought twice is one, and an index scan has them in order. */
  _id: string
  ownerId: string
  records: string[]
  expiresAt: Date
}

const words = { type: String, required: true }
const date = { type: Date, required: true }
const ends = { ...date, index: { expireAfterSeconds: 0 } }

const exportSchema = new Schema<CustomerExport>(
  {
    _id: words,
    exportId: words,
    requestedAt: date,
    parts: { type: Schema.Types.Mixed, required: true },
    readyAt: { type: Date, default: null },
    expiresAt: ends,
    ...outboxFields,
  },
  { versionKey: false, collection: 'data_exports', minimize: false },
)
const partSchema = new Schema<ExportPart>(
  { _id: words, ownerId: { ...words, index: true }, records: [String], expiresAt: ends },
  { versionKey: false, collection: 'export_parts' },
)

export type CustomerExportModel = Model<CustomerExport>
export type ExportPartModel = Model<ExportPart>

/** The collection of exports on a connection. */
export const createCustomerExportModel = (connection: Connection): CustomerExportModel =>
  connection.model<CustomerExport>('CustomerExport', exportSchema)

/** The collection of their parts on a connection. */
export const createExportPartModel = (connection: Connection): ExportPartModel =>
  connection.model<ExportPart>('ExportPart', partSchema)

/** The id of a part; ids of one service's parts sort by their numbers. */
export const partId = (exportId: string, service: CustomerDataService, part: number) =>
  `${exportId}:${service}:${String(part).padStart(6, '0')}`

/** Whether every service is through. */
export const isComplete = ({ parts }: Pick<CustomerExport, 'parts'>) =>
  customerDataServices.every((service) => parts[service] !== undefined)

/** An export as its customer sees it; null stands for none. */
export function toDto(one: CustomerExport | null, now = new Date()): DataExport {
  const sections = customerDataServices.map((service) => ({
    name: exportSections[service],
    ready: one?.parts[service] !== undefined,
  }))
  if (one === null || one.expiresAt <= now) {
    const none = sections.map(({ name }) => ({ name, ready: false }))
    return { state: 'none', requestedAt: null, readyAt: null, expiresAt: null, sections: none }
  }
  return {
    state: one.readyAt === null ? 'gathering' : 'ready',
    requestedAt: one.requestedAt.toISOString(),
    readyAt: one.readyAt?.toISOString() ?? null,
    expiresAt: one.expiresAt.toISOString(),
    sections,
  }
}

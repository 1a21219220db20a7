import {
  type CustomerDataService,
  customerDataServices,
  type DataExport,
  exportSections,
} from '@prankpost/contracts'
import { type OutboxDocument, outboxFields } from '@prankpost/messaging'
import { type Connection, type Model, Schema } from 'mongoose'

/** The file with a customer's data. Each customer has one; a new file replaces the last. */
export interface CustomerExport extends OutboxDocument {
  /** The customer's id. */
  _id: string
  exportId: string
  requestedAt: Date
  /** The number of parts from each service that has finished. */
  parts: Partial<Record<CustomerDataService, number>>
  /** When the last service finished. */
  readyAt: Date | null
  expiresAt: Date
}

/** A part of one service's data; each record is a JSON text. */
export interface ExportPart {
  /** `export:service:number`: a part delivered twice is stored once, and an index scan returns the parts in order. */
  _id: string
  ownerId: string
  records: string[]
  expiresAt: Date
}

const requiredString = { type: String, required: true }
const requiredDate = { type: Date, required: true }
const expires = { ...requiredDate, index: { expireAfterSeconds: 0 } }

const exportSchema = new Schema<CustomerExport>(
  {
    _id: requiredString,
    exportId: requiredString,
    requestedAt: requiredDate,
    parts: { type: Schema.Types.Mixed, required: true },
    readyAt: { type: Date, default: null },
    expiresAt: expires,
    ...outboxFields,
  },
  { versionKey: false, collection: 'data_exports', minimize: false },
)
const partSchema = new Schema<ExportPart>(
  { _id: requiredString, ownerId: { ...requiredString, index: true }, records: [String], expiresAt: expires },
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

/** Whether every service has finished. */
export const isComplete = ({ parts }: Pick<CustomerExport, 'parts'>) =>
  customerDataServices.every((service) => parts[service] !== undefined)

/** An export as its customer sees it; null when there is no export. */
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

import {
  type AdminText,
  type AdminTextVersion,
  type PublishedText,
  type ShopText,
  type TextName,
  textLabel,
  textNames,
} from '@prankpost/contracts'
import { type OutboxDocument, outboxFields } from '@prankpost/messaging'
import { type Connection, type Model, Schema, type Types } from 'mongoose'
import { parseMarkdown } from './parse-markdown.ts'

/** A version of a text. Versions are added and never changed: agreements refer to them. */
export interface TextVersion extends OutboxDocument {
  _id: Types.ObjectId
  name: TextName
  version: number
  markdown: string
  publishedAt: Date
  by: string
}

const schema = new Schema<TextVersion>(
  {
    name: { type: String, required: true, enum: textNames },
    version: { type: Number, required: true },
    markdown: { type: String, required: true },
    publishedAt: { type: Date, required: true },
    by: { type: String, required: true },
    ...outboxFields,
  },
  { versionKey: false, collection: 'texts' },
)
// Of operators who publish at the same time, one is first.
schema.index({ name: 1, version: -1 }, { unique: true })
schema.index({ name: 1, _id: -1 })

export type TextModel = Model<TextVersion>

/** The collection of texts on a connection. */
export const createTextModel = (connection: Connection): TextModel =>
  connection.model<TextVersion>('Text', schema)

type Listed = Pick<TextVersion, '_id' | 'name' | 'version' | 'publishedAt' | 'by'>
export const listedFields = { name: 1, version: 1, publishedAt: 1, by: 1 } as const

export const toPublished = ({ name, version, publishedAt }: Omit<Listed, '_id' | 'by'>): PublishedText => ({
  name,
  version,
  publishedAt: publishedAt.toISOString(),
})

const withLabel = (text: Omit<Listed, '_id' | 'by'>) => ({
  ...toPublished(text),
  label: textLabel(text.version, text.publishedAt),
})

/** A version as the store shows it. */
export const toShopText = (text: Omit<TextVersion, keyof OutboxDocument>): ShopText => ({
  ...withLabel(text),
  sections: parseMarkdown(text.markdown),
})

/** A version in the operator's lists. */
export const toAdminVersion = (text: Listed): AdminTextVersion => ({
  ...withLabel(text),
  id: String(text._id),
  by: text.by,
})

/** A version with its Markdown. */
export const toAdminText = (text: Omit<TextVersion, keyof OutboxDocument>): AdminText => ({
  ...toAdminVersion(text),
  markdown: text.markdown,
  sections: parseMarkdown(text.markdown),
})

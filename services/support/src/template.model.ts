import type { ReplyTemplate } from '@prankpost/contracts'
import { type Connection, type Model, Schema, type Types } from 'mongoose'

/** A text for answers. It is not changed, only deleted and added again. */
export interface Template {
  _id: Types.ObjectId
  /** Unique. */
  name: string
  text: string
}

const schema = new Schema<Template>(
  { name: { type: String, required: true, unique: true }, text: { type: String, required: true } },
  { versionKey: false, collection: 'templates' },
)

export type TemplateModel = Model<Template>

/** The collection of texts for answers on a connection. */
export function createTemplateModel(connection: Connection): TemplateModel {
  return connection.model<Template>('Template', schema)
}

/** A text for answers as operators see it. */
export const toTemplateDto = ({ _id, name, text }: Template): ReplyTemplate => ({
  id: String(_id),
  name,
  text,
})

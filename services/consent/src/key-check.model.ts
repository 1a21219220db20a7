import { type Connection, type Model, Schema } from 'mongoose'

/** A digest of a fixed text: it shows which key the digests in this database were made with. */
interface KeyCheck {
  _id: 'address-key'
  digest: string
}

const schema = new Schema<KeyCheck>(
  { _id: { type: String, required: true }, digest: { type: String, required: true } },
  { versionKey: false, collection: 'key_checks' },
)

export type KeyCheckModel = Model<KeyCheck>

/** The check of the key on a connection. It is restored together with the list. */
export const createKeyCheckModel = (connection: Connection): KeyCheckModel =>
  connection.model<KeyCheck>('KeyCheck', schema)

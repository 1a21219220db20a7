import { internalShop, type PublishedText, type TextName, textLabel } from '@prankpost/contracts'
import type { Handler } from '@prankpost/messaging'
import { type Connection, Schema } from 'mongoose'
import { keepNewest } from '../data/keep-newest.ts'
import type { InternalClient } from '../http/internal-client.ts'

/** A service's copy of which versions of the store's texts are current; catalog owns the texts. */
export interface TextVersions {
  /** The label of the current version, as agreements store it. Without a copy, that of the first version. */
  labelOf(name: TextName): Promise<string>
  /** Reads the versions from catalog: repairs a copy that an event did not reach. */
  refresh(catalog: InternalClient): Promise<false>
  handlers: { 'text-published': Handler<'text-published'> }
}

interface TextVersion {
  /** The name of the text. */
  _id: string
  version: number
  publishedAt: Date
}

const schema = new Schema<TextVersion>(
  {
    _id: { type: String, required: true },
    version: { type: Number, required: true },
    publishedAt: { type: Date, required: true },
  },
  { versionKey: false, collection: 'text_versions' },
)

/** Keeps the current versions in the collection `text_versions` of a service's database. */
export function createTextVersions(connection: Connection): TextVersions {
  const versions = connection.model<TextVersion>('TextVersion', schema)
  const keep = ({ name, version, publishedAt }: PublishedText) =>
    keepNewest(versions, { _id: name, version, publishedAt: new Date(publishedAt) }, 'version')
  return {
    async labelOf(name) {
      const { version, publishedAt } = (await versions.findById(name).lean()) ?? firstVersion
      return textLabel(version, publishedAt)
    },
    async refresh(catalog) {
      const { texts } = await catalog.get('/internal/shop', internalShop)
      await Promise.all(texts.map(keep))
      return false
    },
    handlers: { 'text-published': ({ data }) => keep(data) },
  }
}

const firstVersion = { version: 1, publishedAt: new Date(0) }

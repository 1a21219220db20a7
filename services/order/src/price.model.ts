import type { PrankImage } from '@prankpost/contracts'
import { type Connection, type Model, Schema } from 'mongoose'

/** What order knows of a prank: a replica, so that checkout goes on while catalog is down. */
export interface Price {
  /** The prank's id. */
  _id: string
  name: string
  description: string
  priceCents: number
  tier: string
  image: PrankImage
  onSale: boolean
  /** Of the prank in catalog; an older one never replaces a newer one. */
  revision: number
}

const schema = new Schema<Price>(
  {
    _id: { type: String, required: true },
    name: { type: String, required: true, index: true },
    description: { type: String, required: true },
    priceCents: { type: Number, required: true },
    tier: { type: String, required: true },
    image: { type: String, required: true },
    onSale: { type: Boolean, required: true },
    revision: { type: Number, required: true },
  },
  { versionKey: false },
)

export type PriceModel = Model<Price>

/** The replica of prices on a connection. */
export function createPriceModel(connection: Connection): PriceModel {
  return connection.model<Price>('Price', schema)
}

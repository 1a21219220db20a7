import { type Connection, type Model, Schema } from 'mongoose'

/** The Stripe customer of an account: the same one for all its orders and plans. The id is the owner's. */
export interface Customer {
  _id: string
  stripeCustomerId: string
  /** The e-mail address that Stripe knows; Stripe sends its receipts there. */
  email: string
  createdAt: Date
}

const text = { type: String, required: true }
const schema = new Schema<Customer>(
  {
    _id: text,
    stripeCustomerId: { ...text, index: true },
    email: text,
    createdAt: { type: Date, required: true },
  },
  { versionKey: false, collection: 'customers' },
)

export type CustomerModel = Model<Customer>

/** The model of customers on a connection. */
export function createCustomerModel(connection: Connection): CustomerModel {
  return connection.model<Customer>('Customer', schema)
}

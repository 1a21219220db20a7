import { type Connection, type Model, Schema } from 'mongoose'
import { type DayFigures, figureNames } from './figures.ts'

/** The figures of a day (`_id`, UTC): the only documents that reports read. */
export interface Day extends DayFigures {
  _id: string
  /** Increased with each computation, so that an older one never replaces a newer one. */
  version: number
}

const numbers = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, { type: Number, required: true }]))
const requiredString = { type: String, required: true }
const part = { _id: false, id: false }

const schema = new Schema<Day>(
  {
    _id: requiredString,
    version: { type: Number, required: true },
    figures: new Schema(numbers(figureNames), part),
    pranks: [
      new Schema(
        {
          id: requiredString,
          name: requiredString,
          namedAt: { type: Date, required: true },
          ...numbers(['sold', 'grossCents', 'shipped', 'orders']),
        },
        part,
      ),
    ],
    codes: [
      new Schema(
        { code: requiredString, ...numbers(['orders', 'planMonths', 'discountCents', 'revenueCents']) },
        part,
      ),
    ],
  },
  { versionKey: false, minimize: false, collection: 'days' },
)

export type DayModel = Model<Day>

/** The model of days on a connection. */
export function createDayModel(connection: Connection): DayModel {
  return connection.model<Day>('Day', schema)
}

/** The figures of a day. Plans' figures are changes: the sum of all days until a day is the state at its end. */
export const figureNames = [
  'orders',
  'orderCents',
  'planMonths',
  'grossCents',
  'discountCents',
  'returnedCents',
  'refunds',
  'refundedCents',
  'plansStarted',
  'plansEnded',
  'activePlans',
  'pastDuePlans',
  'recurringCents',
  'parcels',
  'timedParcels',
  'parcelMinutes',
  'parcelsOnTime',
] as const
export type Figure = (typeof figureNames)[number]

export interface PrankFigures {
  id: string
  name: string
  /** The latest name counts. */
  namedAt: Date
  sold: number
  grossCents: number
  shipped: number
  /** Orders with this prank. Days that were computed by an earlier version do not have it. */
  orders: number
}

export interface CodeFigures {
  code: string
  orders: number
  /** Paid months of plans with this code. Days that were computed by an earlier version do not have it. */
  planMonths: number
  discountCents: number
  revenueCents: number
}

/** Everything that is counted on a day. */
export interface DayFigures {
  figures: Record<Figure, number>
  pranks: PrankFigures[]
  codes: CodeFigures[]
}

/** Adds up the figures of documents, of days, or of one document by day. */
export class Sum implements DayFigures {
  readonly figures = Object.fromEntries(figureNames.map((name) => [name, 0])) as Record<Figure, number>
  readonly #pranks = new Map<string, PrankFigures>()
  readonly #codes = new Map<string, CodeFigures>()

  get pranks(): PrankFigures[] {
    return [...this.#pranks.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
  }

  get codes(): CodeFigures[] {
    return [...this.#codes.values()].sort((a, b) => (a.code < b.code ? -1 : 1))
  }

  add(other: Partial<DayFigures>): this {
    this.count(other.figures ?? {})
    for (const prank of other.pranks ?? []) this.countPrank(prank)
    for (const code of other.codes ?? []) this.countCode(code)
    return this
  }

  count(figures: Partial<Record<Figure, number>>): void {
    for (const name of figureNames) this.figures[name] += figures[name] ?? 0
  }

  countPrank({
    id,
    name,
    namedAt,
    ...more
  }: Pick<PrankFigures, 'id' | 'name' | 'namedAt'> & Partial<PrankFigures>): void {
    const known = this.#pranks.get(id) ?? { id, name, namedAt, sold: 0, grossCents: 0, shipped: 0, orders: 0 }
    const isNewer = namedAt > known.namedAt || (+namedAt === +known.namedAt && name > known.name)
    this.#pranks.set(id, {
      id,
      ...(isNewer ? { name, namedAt } : { name: known.name, namedAt: known.namedAt }),
      sold: known.sold + (more.sold ?? 0),
      grossCents: known.grossCents + (more.grossCents ?? 0),
      shipped: known.shipped + (more.shipped ?? 0),
      orders: known.orders + (more.orders ?? 0),
    })
  }

  countCode({ code, ...more }: Pick<CodeFigures, 'code'> & Partial<CodeFigures>): void {
    const none = { orders: 0, planMonths: 0, discountCents: 0, revenueCents: 0 }
    const known = this.#codes.get(code) ?? { code, ...none }
    this.#codes.set(code, {
      code,
      orders: known.orders + (more.orders ?? 0),
      planMonths: known.planMonths + (more.planMonths ?? 0),
      discountCents: known.discountCents + (more.discountCents ?? 0),
      revenueCents: known.revenueCents + (more.revenueCents ?? 0),
    })
  }
}

/** The calendar day (UTC) of a time: `2026-01-31`. */
export const dayOf = (time: Date): string => time.toISOString().slice(0, 10)

/** The days of figures, sorted. */
export const daysOf = (figures: Map<string, DayFigures>): string[] => [...figures.keys()].sort()

/** Creates the sum of a day when it is first needed. */
export function sumsByDay(): { on: (time: Date) => Sum; days: Map<string, Sum> } {
  const days = new Map<string, Sum>()
  return {
    days,
    on(time) {
      const day = dayOf(time)
      const sum = days.get(day) ?? new Sum()
      days.set(day, sum)
      return sum
    },
  }
}

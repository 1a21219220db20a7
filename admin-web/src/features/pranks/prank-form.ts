import type { AdminPrank } from '@prankpost/contracts/prank'
import { amountOf, typedCents } from '../../lib/amounts.ts'
import type { PrankInput, PrankPatch } from './api.ts'

/** The fields of the dialogs that add and edit a prank, as they were typed. */
export interface PrankForm {
  name: string
  description: string
  price: string
  tier: string
  /** Empty for the last one. */
  position: string
  /** Empty if it is not counted. */
  stock: string
  /** What recipients read about the item. */
  contents: string
  allergens: string
  onSale: boolean
}

export const emptyForm: PrankForm = {
  name: '',
  description: '',
  price: '',
  tier: 'Standard',
  position: '',
  stock: '',
  contents: '',
  allergens: '',
  onSale: true,
}

export function formOf(prank: AdminPrank): PrankForm {
  const { name, description, price, tier, position, stock, contents, allergens, onSale } = prank
  return {
    ...{ name, description, price, tier, contents, allergens, onSale },
    position: String(position),
    stock: String(stock ?? ''),
  }
}

/** What is wrong with each field; the server checks the same. */
export function mistakesIn({ name, description, price, tier, position, stock }: PrankForm) {
  const cents = typedCents(price)
  return {
    name: name.trim() === '' ? 'Enter a name.' : '',
    description: description.trim() === '' ? 'Enter a description.' : '',
    price: cents === null || cents < 50 || cents > 100_000 ? 'Enter a price from 0.50 to 1000.00.' : '',
    tier: tier.trim() === '' ? 'Enter a tier.' : '',
    position: /^([1-9]\d{0,3}|10000|)$/.test(position.trim()) ? '' : 'Enter a number from 1 to 10000.',
    stock: /^(\d{1,4}|10000|)$/.test(stock.trim()) ? '' : 'Enter a number from 0 to 10000, or nothing.',
  }
}
export type Mistakes = ReturnType<typeof mistakesIn>

export const isComplete = (form: PrankForm) => Object.values(mistakesIn(form)).every((text) => text === '')

/** The request that a complete form makes. */
export function inputOf(form: PrankForm): PrankInput {
  const { name, description, price, tier, position, stock, contents, allergens, onSale } = form
  return {
    name: name.trim(),
    description: description.trim(),
    price: amountOf(typedCents(price) ?? 0),
    tier: tier.trim(),
    contents: contents.trim(),
    allergens: allergens.trim(),
    onSale,
    stock: stock.trim() === '' ? null : Number(stock),
    ...(position.trim() !== '' && { position: Number(position) }),
  }
}

/** Only what differs from the prank, so that nothing else is overwritten; null when nothing differs. */
export function patchOf(form: PrankForm, prank: AdminPrank): PrankPatch | null {
  const fields = Object.entries(inputOf(form)).filter(([name, value]) => prank[name as 'name'] !== value)
  if (fields.length === 0) return null
  const patch: PrankPatch = Object.fromEntries(fields)
  return { ...patch, revision: prank.revision, ...(patch.stock != null && { stockSeen: prank.stock }) }
}

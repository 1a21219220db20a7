import type { Discount } from '@prankpost/contracts/discount'
import { amountOf, typedCents } from '../../lib/amounts.ts'
import { isoTime, localTime } from '../../lib/local-time.ts'
import type { DiscountInput, DiscountPatch } from './api.ts'

/** The fields of the dialog, as they were typed. Times are local, as the browser's field has them. */
export interface DiscountForm {
  code: string
  kind: Discount['kind']
  value: string
  appliesTo: Discount['appliesTo']
  startsAt: string
  endsAt: string
  /** Empty for no limit. */
  maxUses: string
  maxUsesPerCustomer: string
  firstOrderOnly: boolean
  active: boolean
}

const emptyForm: DiscountForm = {
  code: '',
  kind: 'percent',
  value: '',
  appliesTo: 'both',
  startsAt: '',
  endsAt: '',
  maxUses: '',
  maxUsesPerCustomer: '',
  firstOrderOnly: false,
  active: true,
}

/** The form of a code; an empty one for null. */
export function formOf(discount: Discount | null): DiscountForm {
  if (discount === null) return emptyForm
  const { code, kind, value, appliesTo, firstOrderOnly, active } = discount
  return {
    ...{ code, kind, appliesTo, firstOrderOnly, active },
    value: kind === 'percent' ? String(Number(value)) : value,
    startsAt: localTime(discount.startsAt),
    endsAt: localTime(discount.endsAt),
    maxUses: String(discount.maxUses ?? ''),
    maxUsesPerCustomer: String(discount.maxUsesPerCustomer ?? ''),
  }
}

const isWhole = (text: string, most: number) =>
  text.trim() === '' || (/^[1-9]\d{0,4}$/.test(text.trim()) && Number(text) <= most)

/** What is wrong with each field; the server checks the same. */
export function mistakesIn(form: DiscountForm) {
  const { code, startsAt, maxUses, maxUsesPerCustomer } = form
  return {
    code: /^[A-Z0-9][A-Z0-9_-]{2,29}$/.test(code.trim().toUpperCase())
      ? ''
      : 'Enter 3 to 30 letters, digits, - or _.',
    value: valueMistake(form),
    startsAt: isDate(startsAt) ? '' : noDate,
    endsAt: endMistake(form),
    maxUses: isWhole(maxUses, 10_000) ? '' : '1 to 10000, or nothing.',
    maxUsesPerCustomer: isWhole(maxUsesPerCustomer, 100) ? '' : '1 to 100, or nothing.',
  }
}

const noDate = 'Enter a date, or nothing.'
const isDate = (local: string) => local === '' || isoTime(local) !== null

function endMistake({ startsAt, endsAt }: DiscountForm): string {
  if (!isDate(endsAt)) return noDate
  return startsAt !== '' && endsAt !== '' && startsAt >= endsAt ? 'The end must be after the start.' : ''
}

export type Mistakes = ReturnType<typeof mistakesIn>

function valueMistake({ kind, value }: DiscountForm): string {
  const cents = typedCents(value) ?? 0
  if (kind === 'percent') return cents >= 100 && cents <= 9_900 ? '' : 'From 1 to 99.'
  if (kind === 'amount') return cents >= 1 && cents <= 100_000 ? '' : 'At most 1000.00.'
  return cents >= 50 && cents <= 100_000 ? '' : 'From 0.50 to 1000.00.'
}

export const isComplete = (form: DiscountForm) => Object.values(mistakesIn(form)).every((text) => text === '')

/** The request that a complete form makes. */
export function inputOf(form: DiscountForm): DiscountInput {
  const { code, kind, value, appliesTo, firstOrderOnly, active } = form
  const number = (text: string) => (text.trim() === '' ? null : Number(text))
  return {
    ...{ kind, appliesTo, firstOrderOnly, active },
    code: code.trim().toUpperCase(),
    value: amountOf(typedCents(value) ?? 0),
    startsAt: isoTime(form.startsAt),
    endsAt: isoTime(form.endsAt),
    maxUses: number(form.maxUses),
    maxUsesPerCustomer: number(form.maxUsesPerCustomer),
  }
}

/** Only what differs from the code as it is, so that nothing else is overwritten; null when nothing differs. */
export function patchOf(form: DiscountForm, discount: Discount): DiscountPatch | null {
  const before = inputOf(formOf(discount))
  const fields = Object.entries(inputOf(form)).filter(([name, value]) => before[name as 'code'] !== value)
  return fields.length === 0 ? null : { ...Object.fromEntries(fields), revision: discount.revision }
}

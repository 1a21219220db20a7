/** The carriers whose tracking numbers are recognized. */
export const carriers = ['USPS', 'UPS', 'FedEx'] as const
export type Carrier = (typeof carriers)[number]

interface Format {
  carrier: Carrier
  pattern: RegExp
  /** Whether the check digit is right; it tells the carriers' formats of equal length apart. */
  isValid: (number: string) => boolean
}

/** The formats of tracking numbers, without spaces and dashes, as the carriers document them. */
const formats: Format[] = [
  // USPS: Intelligent Mail package barcode, also with the ZIP code in front as it is scanned.
  {
    carrier: 'USPS',
    pattern: /^(420\d{5}(\d{4})?)?9[1-5]\d{20}$/,
    isValid: (number) => mod10(number.slice(-22)),
  },
  // USPS: certified and registered mail and other services with 20 digits.
  { carrier: 'USPS', pattern: /^(7[01]|03|14|23|82)\d{18}$/, isValid: (number) => mod10(number) },
  // USPS: mail in the format of the Universal Postal Union, from the United States.
  { carrier: 'USPS', pattern: /^[A-Z]{2}\d{9}US$/, isValid: (number) => s10(number.slice(2, 11)) },
  { carrier: 'UPS', pattern: /^1Z[0-9A-Z]{15}\d$/, isValid: (number) => ups(number.slice(2)) },
  // FedEx: Express, Ground, and Ground with its 22-digit barcode.
  { carrier: 'FedEx', pattern: /^\d{12}$/, isValid: (number) => fedExExpress(number) },
  { carrier: 'FedEx', pattern: /^\d{15}$/, isValid: (number) => mod10(number) },
  { carrier: 'FedEx', pattern: /^96\d{20}$/, isValid: (number) => mod10(number.slice(-15)) },
]

/** The carrier of a tracking number by its format and check digit; null when it is not recognized. */
export function carrierOf(trackingNumber: string): Carrier | null {
  const number = compact(trackingNumber)
  const format = formats.find(({ pattern, isValid }) => pattern.test(number) && isValid(number))
  return format?.carrier ?? null
}

const pages: Record<Carrier, string> = {
  USPS: 'https://tools.usps.com/go/TrackConfirmAction?tLabels=',
  UPS: 'https://www.ups.com/track?tracknum=',
  FedEx: 'https://www.fedex.com/fedextrack/?trknbr=',
}

/** The carrier's page for a tracking number; null when the carrier or the number is not known. */
export function trackingUrlOf(carrier: Carrier | null, trackingNumber: string | null): string | null {
  if (carrier === null || !trackingNumber) return null
  return pages[carrier] + encodeURIComponent(compact(trackingNumber).toWellFormed())
}

const compact = (text: string) => text.replace(/[\s-]/g, '').toUpperCase()
const digits = (text: string) => Array.from(text, Number)

/** The GS1 check digit: from the right, every second digit counts three times. */
function mod10(number: string): boolean {
  const sum = digits(number)
    .reverse()
    .reduce((total, digit, place) => total + digit * (place % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0
}

/** The check digit of the Universal Postal Union's standard S10. */
function s10(number: string): boolean {
  const weights = [8, 6, 4, 2, 3, 5, 9, 7]
  const sum = weighted(number, weights)
  const check = 11 - (sum % 11)
  return Number(number.at(-1)) === (check === 10 ? 0 : check === 11 ? 5 : check)
}

/** Letters count as numbers; every second character counts twice. */
function ups(number: string): boolean {
  const sum = Array.from(number.slice(0, -1)).reduce((total, character, place) => {
    const value = /\d/.test(character) ? Number(character) : (character.charCodeAt(0) - 63) % 10
    return total + value * (place % 2 === 0 ? 1 : 2)
  }, 0)
  return Number(number.at(-1)) === (10 - (sum % 10)) % 10
}

function fedExExpress(number: string): boolean {
  const sum = weighted(number, [3, 1, 7, 3, 1, 7, 3, 1, 7, 3, 1])
  return Number(number.at(-1)) === (sum % 11) % 10
}

const weighted = (number: string, weights: number[]) =>
  weights.reduce((sum, weight, place) => sum + weight * Number(number[place]), 0)

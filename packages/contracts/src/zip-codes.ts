import type { z } from 'zod'
import type { usStates } from './us-states.ts'

type UsState = (typeof usStates)[number]

/**
 * The first three digits of the ZIP codes of each state (USPS, labeling list L002). A few prefixes are shared: 063 is
 * Connecticut and Fishers Island, NY; 834 is Idaho and Alta, WY; 967 is Hawaii and American Samoa.
 */
const prefixesByState: Record<UsState, string> = {
  AL: '350-352 354-369',
  AK: '995-999',
  AZ: '850-853 855-857 859-860 863-865',
  AR: '716-729',
  CA: '900-908 910-928 930-961',
  CO: '800-816',
  CT: '060-069',
  DE: '197-199',
  FL: '320-339 341-342 344 346-347 349',
  GA: '300-319 398-399',
  HI: '967-968',
  ID: '832-838',
  IL: '600-620 622-629',
  IN: '460-479',
  IA: '500-516 520-528',
  KS: '660-662 664-679',
  KY: '400-418 420-427',
  LA: '700-701 703-708 710-714',
  ME: '039-049',
  MD: '206-212 214-219',
  MA: '010-027 055',
  MI: '480-499',
  MN: '550-551 553-567',
  MS: '386-397',
  MO: '630-631 633-641 644-658',
  MT: '590-599',
  NE: '680-681 683-693',
  NV: '889-891 893-895 897-898',
  NH: '030-038',
  NJ: '070-089',
  NM: '870-875 877-884',
  NY: '005 063 100-149',
  NC: '270-289',
  ND: '580-588',
  OH: '430-459',
  OK: '730-731 734-741 743-749',
  OR: '970-979',
  PA: '150-196',
  RI: '028-029',
  SC: '290-299',
  SD: '570-577',
  TN: '370-385',
  TX: '733 750-799 885',
  UT: '840-847',
  VT: '050-054 056-059',
  VA: '201 220-246',
  WA: '980-986 988-994',
  WV: '247-268',
  WI: '530-532 534-535 537-549',
  WY: '820-831 834',
  DC: '200 202-205 569',
  AS: '967',
  GU: '969',
  MP: '969',
  PR: '006-007 009',
  VI: '008',
  FM: '969',
  MH: '969',
  PW: '969',
  AA: '340',
  AE: '090-099',
  AP: '962-966',
}

/** Whether a ZIP code belongs to a state, by its first three digits. */
export function zipFitsState(zipCode: string, state: string): boolean {
  const prefix = zipCode.slice(0, 3)
  const ranges = Object.hasOwn(prefixesByState, state) ? prefixesByState[state as UsState].split(' ') : []
  return ranges.some((range) => {
    const [first = '', last = first] = range.split('-')
    return first <= prefix && prefix <= last
  })
}

/** Why a ZIP code and a state do not belong together, for the person who entered them; null when they do. */
export function zipMismatch({ zipCode, state }: { zipCode: string; state: string }): string | null {
  if (zipFitsState(zipCode, state)) return null
  const states = Object.keys(prefixesByState).filter((other) => zipFitsState(zipCode, other))
  return states.length > 0
    ? `ZIP code ${zipCode} is in ${states.join(' or ')}, not in ${state}`
    : `ZIP code ${zipCode} does not exist`
}

/**
 * The schema of an address, with the check that its ZIP code is in its state. The issue is at `zipCode`. Only for whole
 * addresses: a schema with a check cannot be extended, so it is added last.
 *
 * @example const contactInput = withZipCheck(postalAddress.extend({ profilePicture }))
 */
export function withZipCheck<Schema extends z.ZodType<{ zipCode: string; state: string }>>(
  schema: Schema,
): Schema {
  return schema.superRefine((address, context) => {
    const message = zipMismatch(address)
    if (message !== null) context.addIssue({ code: 'custom', path: ['zipCode'], message })
  })
}

const poBox =
  /(?:^|[^a-z0-9])(?:p\.?[\s-]*o\.?|post[\s-]+office)[\s-]*box(?![a-z])|(?:^|[^a-z0-9])p\.?\s*o\.?\s*b\.?\s*#?\s*\d|^\s*box\s*#?\s*\d/i

/** Whether an address is a post office box, which only USPS delivers to: `PO Box 12`, `P.O.B. 12`, `Box 12`, in either line. */
export function isPoBox({ address, address2 }: { address: string; address2?: string | null }): boolean {
  return poBox.test(address) || poBox.test(address2 ?? '')
}

import { phrase } from './phrase.ts'

/** Phrases that tell a person that their private data is known. */
export const exposing = [
  '(i|we|they|everyone|he|she) (know|knows|found out|found|figured out|saw|remember|have seen) <1> where (you|your (kids|family|mother|wife|husband|daughter|son|parents|children)) <1> (live|lives|sleep|sleeps|work|works|go to school|goes to school|park|parks|hide|hides|stay|stays|bank|jog)',
  '(i|we|they|everyone) (know|knows|have|has|got|found|posted|leaked) (your|ur) (new|home|real|full)? (address|license plate|plate number|ip|ip address|password|passwords|social security|ssn|credit card|bank account|browser history|search history|routine|schedule|phone number|location|medical records|nudes|private photos)',
  '(ive got|weve got|here is|heres|this is) (your|ur) (home|new|real)? (address|license plate|ip|ip address|password|social security number|ssn|credit card number|bank account|routing number)',
  '(your|her|his|their) (social security number|social security|ssn|license plate|bank account|account number|routing number|passport number|pin code|pin|password|ip address|credit card number) (is|ends in|number is)',
  '(i|we) know (which|when|what time|what) <3> (you|your (kids|daughter|son|wife|husband|mother|children)) (take|takes|leave|leaves|walk|walks|get home|gets home|go to bed|comes home|come home)(?! (the|a|your) (cake|last|joke|jokes))',
  'you (leave|get home|come home|go to bed|walk home|jog|park) <3> (at|around) <3> (every|each) (morning|night|evening|day|monday|tuesday|wednesday|thursday|friday)',
  '(dox|doxx|doxxed|doxxing|swat|swatted|swatting) (you|u|your|him|her)',
  '(you|youve|have) (been|got) (doxxed|swatted)',
].map(phrase)

const street =
  'st|street|ave|avenue|rd|road|dr|drive|ln|lane|blvd|boulevard|ct|court|cir|circle|way|pl|place|ter|terrace|pkwy|parkway|hwy|highway|trl|trail'

/** Personal data in `plainText`: numbers keep their digits. */
const patterns = [
  /(?<![\d-])\d{3}([- .])\d{2}\1\d{4}(?![\d-])/,
  /(?<!\d)(?:\+?1[- .]*)?(?:\(\d{3}\)|[2-9]\d{2})[- .]*\d{3}[- .]*\d{4}(?!\d)/,
  /[a-z0-9._%+-]+ ?(?:@|[[(]at[\])]) ?[a-z0-9-]+(?: ?(?:\.|[[(]dot[\])]) ?[a-z]{2,})+/,
  /\b(?:\d{1,3}\.){3}\d{1,3}\b/,
  new RegExp(`\\b\\d{1,5} (?:[nsew] )?[a-z]{3,}(?: [a-z]+)? (?:${street})\\b(?! (?:with|of|to|and))`),
]

/** A number of 13 to 19 digits whose check digit is right (ISO/IEC 7812). */
const hasCardNumber = (plain: string) =>
  [...plain.matchAll(/(?<!\d)(?:\d[ .-]?){12,18}\d(?!\d)/g)].some(([text]) => passesLuhn(text))

function passesLuhn(text: string): boolean {
  const digits = Array.from(text.replace(/\D/g, ''), Number).reverse()
  const sum = digits.reduce((total, digit, n) => {
    const value = n % 2 === 0 ? digit : digit * 2
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0 && new Set(digits).size > 1
}

/** Whether a plain text contains numbers or addresses of a person. */
export const hasPersonalData = (plain: string): boolean =>
  patterns.some((one) => one.test(plain)) || hasCardNumber(plain)

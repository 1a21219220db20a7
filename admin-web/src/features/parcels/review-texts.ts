import type { ScreeningKind } from '@prankpost/contracts/screening'

/** What the screening found, for operators. */
export const reviewTexts: Record<ScreeningKind, string> = {
  obscenity: 'obscene words',
  slur: 'a slur',
  threat: 'a threat',
  doxxing: 'private data',
  minor: 'a child',
  'self-harm': 'self-harm',
  school: 'a school',
  clinic: 'a clinic',
  workplace: 'a workplace',
}

/** Reasons for a refusal, as the customer reads them. They do not say which words were found. */
export const refusalReasons = [
  'The message reads like a threat or harassment.',
  'The message insults a person or a group of people.',
  'The message contains private data of a person.',
  'The message or the recipient concerns a child.',
  'We do not deliver to schools, clinics and workplaces.',
  'We cannot deliver this parcel.',
]

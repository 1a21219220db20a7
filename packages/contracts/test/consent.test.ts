import { describe, expect, test } from 'vitest'
import { toAgreement } from '../src/agreement.ts'
import {
  checkoutConsent,
  renewalConsent,
  signUpConsent,
  signUpVersion,
  termsDate,
  termsVersionOf,
  textLabel,
} from '../src/consent.ts'

describe('the wordings', () => {
  test('when a price is part of what is agreed to then the wording of a renewal says it, with its interval', () => {
    expect(signUpConsent.wording).toBe('By signing up you agree to the Terms of Service and Privacy Policy.')
    expect(checkoutConsent(998)).toEqual({
      kind: 'checkout',
      version: termsDate,
      wording: 'By paying you agree to the Terms of Service.',
      amountCents: 998,
    })
    expect(renewalConsent(1497)).toEqual({
      kind: 'renewal',
      version: termsDate,
      wording:
        'By starting this subscription you agree to be charged $14.97 every month until you cancel, and to the Terms of Service.',
      amountCents: 1497,
      interval: 'month',
    })
    expect(renewalConsent(99, 'changing').wording).toMatch(/^By changing .* charged \$0\.99 every month/)
  })

  test('when terms are published then their label names the version that an agreement stores', () => {
    const label = textLabel(12, new Date('2026-12-05T23:30:00Z'))
    expect(label).toBe('December 5, 2026 (version 12)')
    expect(textLabel(1, new Date(0))).toBe(termsDate)
    const numbers = [termsDate, label, signUpVersion(label, termsDate), signUpVersion(termsDate, label)]
    expect(numbers.map((version) => termsVersionOf({ version }))).toEqual([1, 12, 12, 1])
    expect(termsVersionOf({ version: 'the terms of another shop' })).toBeNull()
  })

  test('when a stored agreement is shown then it has the price and the interval, or null', () => {
    const at = new Date('2026-11-25T10:00:00Z')
    const { kind, version, wording } = signUpConsent
    const agreedAt = at.toISOString()
    expect(toAgreement({ ...signUpConsent, at })).toEqual({
      ...{ kind, version, wording, agreedAt },
      ...{ price: null, interval: null },
    })
    expect(toAgreement({ ...renewalConsent(499), at })).toMatchObject({
      price: '4.99',
      interval: 'month',
      agreedAt,
    })
  })
})

import { describe, expect, test } from 'vitest'
import { sourceOf } from '../src/lib/funnel.ts'

describe('the source of a visit', () => {
  test.each([
    ['', 'https://www.google.com/search?q=x', 'search'],
    ['', 'android-app://com.google.android.googlequicksearchbox/', 'search'],
    ['', 'https://search.brave.com/', 'search'],
    ['', 'https://l.facebook.com/', 'social'],
    ['', 'https://t.co/abc', 'social'],
    ['', 'https://mail.google.com/', 'email'],
    ['?utm_source=Newsletter', 'https://www.google.com/', 'email'],
    ['?utm_source=%3Cscript%3E', '', 'other'],
    ['', 'https://news.example/climbing', 'other'],
    ['', 'http://shop.test/cart', 'direct'],
    ['?utm_source=', '', 'direct'],
  ])('when the query is "%s" and the link was on "%s" then it is %s', (search, referrer, source) => {
    expect(sourceOf(search, referrer, 'shop.test')).toBe(source)
  })
})

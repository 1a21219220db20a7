import { describe, expect, test } from 'vitest'
import { searchFilter, searchTermsOf } from '../src/data/search.ts'

describe('searchFilter', () => {
  test('when words are typed then each becomes a literal prefix, which an index supports', () => {
    expect(searchFilter(' Pat  pat@x.com (late) ')).toEqual({
      searchTerms: { $all: [/^pat/, /^pat@x\.com/, /^\(late\)/] },
    })
  })

  test.each(['.*', 'a|b', '[a', '\\d', 'x{2}', '^$', 'a+b?', 'a/b-c'])(
    'when %s is typed then it is matched literally',
    (word) => {
      expect(searchFilter(word).searchTerms?.$all[0]?.test(word)).toBe(true)
      expect(searchFilter(word).searchTerms?.$all[0]?.source).not.toBe(`^${word}`)
    },
  )

  test('when nothing is typed then there is no filter; when many words are typed then the first five are used', () => {
    expect([searchFilter(undefined), searchFilter('  ')]).toEqual([{}, {}])
    expect(searchFilter('\0')).toEqual({})
    expect(searchFilter('a\0b')).toEqual({ searchTerms: { $all: [/^a/, /^b/] } })
    expect(searchFilter('a b c d e f g').searchTerms?.$all).toHaveLength(5)
  })
})

describe('searchTermsOf', () => {
  test('when texts repeat, are missing or long then it returns distinct lower-case words, at most 100', () => {
    expect(searchTermsOf(['Pat Potato', null, undefined, 'potato\tPIE'])).toEqual(['pat', 'potato', 'pie'])
    expect(searchTermsOf([Array.from({ length: 200 }, (_, i) => `w${i}`).join(' ')])).toHaveLength(100)
  })
})

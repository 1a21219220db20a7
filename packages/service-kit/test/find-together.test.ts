import { expect, test } from '@jest/globals'
import { findTogether } from '../src/find-together.ts'

/** Knows the length of words that are not empty, and notes what it was asked for. */
function lengths() {
  const asked: string[][] = []
  const lengthOf = findTogether(async (words: string[]) => {
    asked.push(words)
    await new Promise((resolve) => setTimeout(resolve, 5))
    if (words.includes('broken')) throw new Error('the dictionary is away')
    return new Map(words.filter(Boolean).map((word) => [word, word.length]))
  })
  return { asked, lengthOf }
}

test('when many ask at once then one question follows the first, with each key once, and each gets its own answer', async () => {
  const { asked, lengthOf } = lengths()
  const found = await Promise.all(['one', 'three', 'three', '', 'seven!'].map(lengthOf))
  expect(found).toEqual([3, 5, 5, undefined, 6])
  expect(asked).toEqual([['one'], ['three', '', 'seven!']])
})

test('when a key is asked for again then it is looked up again', async () => {
  const { asked, lengthOf } = lengths()
  expect([await lengthOf('one'), await lengthOf('one')]).toEqual([3, 3])
  expect(asked).toEqual([['one'], ['one']])
})

test('when a lookup fails then those in it fail, and the next works', async () => {
  const { lengthOf } = lengths()
  await expect(lengthOf('broken')).rejects.toThrow('the dictionary is away')
  expect(await lengthOf('one')).toBe(3)
})

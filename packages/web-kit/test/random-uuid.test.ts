import { expect, test } from 'vitest'
import { z } from 'zod'
import { randomUuid } from '../src/random-uuid.ts'

test('when keys are created, then each is a different UUID, and every digit varies', () => {
  const keys = Array.from({ length: 500 }, randomUuid)
  expect(keys.filter((key) => !z.uuidv4().safeParse(key).success)).toEqual([])
  expect(new Set(keys).size).toBe(500)
  expect(new Set(keys.map((key) => key[19])).size).toBe(4)
})

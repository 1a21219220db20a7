import { describe, expect, test } from '@jest/globals'
import { createBriefMemory } from '../src/brief-memory.ts'

const inMs = (ms: number) => new Date(Date.now() + ms)

describe('what is remembered', () => {
  test('when a token has ended then nothing is known of it any more', async () => {
    const memory = createBriefMemory<string>(10)
    memory.keep('short', 'a', inMs(20))
    memory.keep('over', 'b', inMs(-1))
    expect([memory.find('short'), memory.find('over'), memory.find('never')]).toEqual([
      'a',
      undefined,
      undefined,
    ])
    await new Promise((resolve) => setTimeout(resolve, 30))
    expect(memory.find('short')).toBeUndefined()
  })

  test('when it is cleared then all is forgotten, and whoever asked before can tell', () => {
    const memory = createBriefMemory<string>(10)
    const { epoch } = memory
    memory.keep('one', 'a', inMs(1_000))
    memory.clear()
    expect([memory.find('one'), memory.epoch === epoch]).toEqual([undefined, false])
  })

  test('when there are too many then the first of them goes', () => {
    const memory = createBriefMemory<number>(3)
    for (const n of [1, 2, 3, 4]) memory.keep(`token ${n}`, n, inMs(1_000))
    expect([1, 2, 3, 4].map((n) => memory.find(`token ${n}`))).toEqual([undefined, 2, 3, 4])
  })
})

import { describe, expect, test } from 'vitest'
import { createKeyedMutex } from '../src/keyed-mutex.ts'

describe('a keyed mutex', () => {
  test('when calls share a key then they run one after another, even after a failure; calls with another key run at once', async () => {
    const serialize = createKeyedMutex()
    const log: string[] = []
    const step = (name: string, gate: Promise<unknown>, fails = false) =>
      serialize(name[0] ?? '', async () => {
        log.push(`${name} begins`)
        await gate
        log.push(`${name} ends`)
        if (fails) throw new Error(name)
        return name
      })
    const first = Promise.withResolvers<void>()
    const calls = [
      step('a1', first.promise, true),
      step('a2', Promise.resolve()),
      step('b1', Promise.resolve()),
    ]
    expect(await calls[2]).toBe('b1')
    expect(log).toEqual(['a1 begins', 'b1 begins', 'b1 ends'])
    first.resolve()
    expect((await Promise.allSettled(calls)).map(({ status }) => status)).toEqual([
      'rejected',
      'fulfilled',
      'fulfilled',
    ])
    expect(log.slice(3)).toEqual(['a1 ends', 'a2 begins', 'a2 ends'])
  })
})

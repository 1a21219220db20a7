import { describe, expect, test } from '@jest/globals'
import { createRecent } from '../src/recent.ts'

const at = (version: number, _id = 'a') => ({ _id, version })
const a = { _id: 'a' }

describe('what was written last', () => {
  test('when it is asked for by its id alone then it is found', () => {
    const recent = createRecent(2)
    recent.keep(at(0))
    expect(recent.find(a)).toEqual(at(0))
    expect(recent.find({ ...a, status: 'open' })).toBeUndefined()
    expect(recent.find({ 'plan.id': 'a' })).toBeUndefined()
  })

  test('when it is being changed then it is not found, and what an earlier write brings late is not kept', () => {
    const recent = createRecent(2)
    recent.keep(at(0))
    recent.supersede('a', 1)
    expect(recent.find(a)).toBeUndefined()
    recent.supersede('a', 2)
    recent.keep(at(1))
    expect(recent.find(a)).toBeUndefined()
    recent.keep(at(2))
    expect(recent.find(a)).toEqual(at(2))
    // A writer that was behind, and whose write did not hold.
    recent.supersede('a', 2)
    recent.keep(at(1))
    expect(recent.find(a)).toBeUndefined()
  })

  test('when there are too many then the oldest is forgotten', () => {
    const recent = createRecent(2)
    for (const id of ['a', 'b', 'c']) recent.keep(at(0, id))
    expect(['a', 'b', 'c'].map((_id) => recent.find({ _id }) !== undefined)).toEqual([false, true, true])
  })
})

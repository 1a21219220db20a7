import { describe, expect, test } from '@jest/globals'
import { createTimeScale } from '../src/time-scale.ts'

const interval = (offsetMs: number, durationMs: number) => ({ offsetMs, durationMs })

describe('the time line', () => {
  test('when there is no long pause then it is straight', () => {
    const scale = createTimeScale([interval(0, 40), interval(60, 40), interval(10, 5)])
    expect([0, 25, 100].map(scale.place)).toEqual([0, 0.25, 1])
    expect(scale.at(0.75)).toBe(75)
    expect(scale.cuts).toEqual([])
  })

  test('when minutes pass in which nothing happens then they are cut short and the rest has the room', () => {
    const scale = createTimeScale([interval(0, 300), interval(100_300, 100), interval(100_400, 200)])
    expect(scale.cuts).toEqual([{ from: 0.48, to: expect.closeTo(0.52, 9), lengthMs: 100_000 }])
    expect(scale.place(150)).toBeCloseTo(0.24)
    expect(scale.place(100_300)).toBeCloseTo(0.52)
    expect(scale.place(100_600)).toBe(1)
    for (const ms of [0, 299, 50_000, 100_301, 100_600]) expect(scale.at(scale.place(ms))).toBeCloseTo(ms, 3)
  })

  test('when a span goes on all the while then that is no pause', () => {
    expect(createTimeScale([interval(0, 100_000), interval(10, 1), interval(99_000, 1)]).cuts).toEqual([])
  })

  test('when there are many pauses then the five longest are cut, in their order', () => {
    const starts = [0, 10_000, 30_000, 60_000, 100_000, 150_000, 210_000, 280_000]
    const { cuts, place } = createTimeScale(starts.map((start) => interval(start, 1)))
    expect(cuts.map(({ lengthMs }) => lengthMs)).toEqual([29_999, 39_999, 49_999, 59_999, 69_999])
    const places = starts.map(place)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
  })

  test('when all happens in one moment then everything stands at the start', () => {
    const scale = createTimeScale([interval(0, 0)])
    expect([scale.place(0), scale.at(0), scale.at(1)]).toEqual([0, 0, 0])
  })
})

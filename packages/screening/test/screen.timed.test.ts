import { expect, it } from 'vitest'
import { screen } from '../src/screen.ts'
import { messages } from './measure.ts'

/** Parts of texts that rules with repetitions compare with for long. */
const parts = [
  'i',
  'l',
  'il',
  '* ',
  'kill ',
  'i will ',
  'your ',
  'or else ',
  'bee',
  '1',
  'x@',
  'і',
  '4 aaaa ',
  ' ',
]

const longWord = 'abcdefghjkmnpqrstuvwxyz'.repeat(50)

it.each(['leave ', 'pay me ', 'talk ', 'pay up ', 'put ', 'i will '])(
  'when one long word follows "%s", then it is screened within 250 ms',
  (start) => {
    const text = (start + longWord).slice(0, 1_000)
    const startedAt = performance.now()
    screen({ message: text, address: { name: start, address: longWord.slice(0, 200) } })
    expect(performance.now() - startedAt).toBeLessThan(250)
  },
)

it('screens a message of any form within 250 ms, and an ordinary one within 5 ms', () => {
  for (const one of parts)
    for (const two of parts) {
      const message = (one + two + one).repeat(1_000).slice(0, 1_000)
      const startedAt = performance.now()
      screen({ message, address: { name: message.slice(0, 100), address: message.slice(0, 200) } })
      expect(performance.now() - startedAt, message.slice(0, 20)).toBeLessThan(250)
    }
  const startedAt = performance.now()
  for (const { lines } of messages) screen({ message: lines[0] ?? '', address: null })
  expect((performance.now() - startedAt) / messages.length).toBeLessThan(5)
})

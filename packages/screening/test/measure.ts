import { readFileSync } from 'node:fs'
import { screen } from '../src/screen.ts'

interface Labelled {
  /** `ok`, or the kind that a person would name. */
  label: string
  lines: string[]
  /** Whether rules may be changed because of it. */
  isSeen: boolean
}

/** A file of labelled lines. Of each label every second one is set aside: no rule is changed because of it. */
const labelled = (name: string): Labelled[] =>
  readFileSync(new URL(name, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'))
    .map(([label = '', ...lines], index, all) => ({
      label,
      lines,
      isSeen: all.slice(0, index).filter(([one]) => one === label).length % 2 === 0,
    }))

export const messages = labelled('messages.txt')
export const addresses = labelled('addresses.txt')

/** The kinds that are found in a message, or in an address. */
function kindsOf({ lines: [first = '', address, address2] }: Labelled): string[] {
  const { matches } =
    address === undefined
      ? screen({ message: first, address: null })
      : screen({ message: null, address: { name: first, address, address2 } })
  return matches.map(({ kind }) => kind)
}

/** How often the rules are wrong. */
export function measure(some: Labelled[]) {
  const harmless = some.filter(({ label }) => label === 'ok')
  const bad = some.filter(({ label }) => label !== 'ok')
  return {
    harmless: harmless.length,
    held: harmless.filter((one) => kindsOf(one).length > 0),
    bad: bad.length,
    missed: bad.filter((one) => kindsOf(one).length === 0),
    misnamed: bad.filter((one) => kindsOf(one).length > 0 && !kindsOf(one).includes(one.label)),
  }
}

const percent = (part: number, all: number) => `${((100 * part) / all).toFixed(1)} %`

/** The rows of the table in docs/screening.md. */
export const figures = (): string[] =>
  (
    [
      ['Messages in view while the rules were written', messages.filter(({ isSeen }) => isSeen)],
      ['Messages set aside', messages.filter(({ isSeen }) => !isSeen)],
      ['All messages', messages],
      ['Addresses', addresses],
    ] as const
  ).map(([what, some]) => {
    const { harmless, held, bad, missed } = measure(some)
    return `| ${what} | ${harmless} | ${held.length} (${percent(held.length, harmless)}) | ${bad} | ${missed.length} (${percent(missed.length, bad)}) |`
  })

/** The rows of its second table: what was missed of each kind. */
export const missesByKind = (): string[] => {
  const kinds = [...new Set(messages.map(({ label }) => label))].filter((label) => label !== 'ok')
  return kinds.map((kind) => {
    const { bad, missed } = measure(messages.filter(({ label }) => label === kind))
    return `| ${kind} | ${bad} | ${missed.length} |`
  })
}

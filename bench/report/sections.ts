import type { Range } from '../repeat.ts'

/** A table with its heading: the same in the terminal and on the page. */
export interface Section {
  title: string
  /** A sentence below the heading. */
  about?: string
  rows: Record<string, string>[]
}

/** A figure with the minimum and the maximum of its runs; a single run has no range. */
export function show({ median, low, high }: Range): string {
  return low === high ? number(median) : `${number(median)} (${number(low)} to ${number(high)})`
}

export const number = (value: number) => value.toLocaleString('en', { maximumFractionDigits: 2 })

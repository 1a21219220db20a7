/** A number of the command line, in another unit where `times` says so, or what holds without it. @throws when it is none */
export function numberOption(text: string | undefined, fallback: number, times = 1): number {
  if (text === undefined) return fallback
  const value = Number(text)
  if (!(value > 0)) throw new Error(`${text} is not a number above 0`)
  return value * times
}

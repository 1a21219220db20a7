/** Reads a number of the command line and multiplies it by `times`; without it, the fallback. @throws when it is not above 0 */
export function numberOption(text: string | undefined, fallback: number, times = 1): number {
  if (text === undefined) return fallback
  const value = Number(text)
  if (!(value > 0)) throw new Error(`${text} is not a number above 0`)
  return value * times
}

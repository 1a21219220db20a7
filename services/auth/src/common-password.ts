/** Guesses of common attacks that a password must survive (the library's score from 0 to 4). */
const minScore = 3

/**
 * Whether a password is common, was found in breaches, or is easily guessed from the operator's name and address. The
 * library's lists are checked offline. They take some megabytes of memory, so they are loaded with the first check.
 */
export async function isCommonPassword(password: string, personal: string[]): Promise<boolean> {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
  const words = personal.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)])
  return zxcvbn.check(password, words).score < minScore
}

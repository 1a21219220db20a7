const vowels = 'aeiou'
const wordEnds = '(?:(?<= )|(?![a-z0-9*]))'
const wordStarts = '(?<![a-z0-9*])'
const anyWord = `${wordStarts}[a-z0-9*]+(?![a-z0-9*])`

/**
 * A pattern for the result of `wordsOf`. It is written in words: letters, spaces, groups `( | )`, `?` after a group, a negative
 * lookahead `(?! )`, and `<N>` for up to N other words. Each letter may be repeated and followed by a space, and a star may
 * stand for a vowel, so that `k i l l`, `kiiill`, `k*ll` and `killyou` match, too. `i` and `l` are the same, as one sign stands
 * for both. It matches whole words only.
 */
export function phrase(source: string): RegExp {
  const groups: string[] = []
  const pattern = source.replace(/<(\d)>|\(\?!|[a-z() ]/g, (part, words: string | undefined) => {
    // Each repetition is a whole word. A part of a word would let one long word be divided in millions of ways.
    if (words !== undefined) return `(?:${wordEnds}(?: ?${anyWord}){1,${words}}? ?${wordStarts})??`
    if (part.startsWith('(')) groups.push(part)
    if (part === '(') return '(?:'
    if (part === '(?!') return part
    if (part === ')') return groups.pop() === '(?!' ? `${wordEnds})` : ')'
    return part === ' ' ? ' ?' : `${letter(part)}+ ?`
  })
  return new RegExp(`${wordStarts}(?:${pattern})${wordEnds}`)
}

function letter(one: string): string {
  const same = one === 'i' || one === 'l' ? 'il' : one
  return vowels.includes(one) ? `[${same}*]` : `[${same}]`
}

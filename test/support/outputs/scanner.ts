/** A text that the system output, and its place. */
export interface Output {
  place: string
  text: string
}

/** Strings that must not be output, by their description. */
export type Canaries = Record<string, string>

/** The forms in which a string may occur in a text: unchanged, escaped, or encoded. */
function formsOf(canary: string): string[] {
  const bytes = Buffer.from(canary)
  // Base64 of a string inside a longer text: for each of the three byte offsets at which it can begin.
  const base64 = [0, 1, 2].map((lead) => {
    const encoded = Buffer.concat([Buffer.alloc(lead), bytes]).toString('base64')
    return encoded.slice(lead === 0 ? 0 : lead + 1, -4)
  })
  const asBase64 = base64.filter((text) => text.length >= 12)
  return [
    canary,
    canary.toLowerCase(),
    JSON.stringify(canary).slice(1, -1),
    encodeURIComponent(canary),
    bytes.toString('hex'),
    ...asBase64,
    ...asBase64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
  ]
}

/** The places of canaries: `password of pat in log of auth: ...`, each with the surrounding text. */
export function findCanaries(canaries: Canaries, outputs: Iterable<Output>): string[] {
  const wanted = Object.entries(canaries).map(([name, canary]) => {
    if (canary.length < 8) throw new Error(`${name} is too short to be told from anything else`)
    return { name, forms: [...new Set(formsOf(canary))] }
  })
  const found: string[] = []
  for (const { place, text } of outputs) {
    const lower = text.toLowerCase()
    for (const { name, forms } of wanted) {
      const form = forms.find((one) => text.includes(one) || lower.includes(one))
      if (form === undefined) continue
      const at = Math.max(text.indexOf(form), lower.indexOf(form))
      found.push(`${name} in ${place}: ${text.slice(Math.max(0, at - 80), at + form.length + 40)}`)
    }
  }
  return found
}

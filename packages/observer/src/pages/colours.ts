/** How many colours for services the style has: classes c0, c1, ... */
const colourCount = 14

/** The colour class of a service, the same on every page. */
export type Colours = (service: string) => string

/** The processes that are known from the start get a colour each; others one by their name. */
export function colourIndex(names: string[]): Colours {
  const known = new Map([...new Set(names)].map((name, index) => [name, index]))
  return (service) => `c${(known.get(service) ?? hash(service)) % colourCount}`
}

const hash = (text: string) =>
  [...text].reduce((sum, sign) => (sum * 31 + (sign.codePointAt(0) ?? 0)) >>> 0, 7)

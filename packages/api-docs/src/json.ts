/** Part of a document: what a specification of an API allows is for its official validator to say. */
export type Json = Record<string, unknown>

/** `order-paid`, `order paid` -> `OrderPaid`. */
export const pascal = (words: string) =>
  words.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase())

/** `order-paid` -> `orderPaid`. */
export const camel = (words: string) => {
  const name = pascal(words)
  return name.charAt(0).toLowerCase() + name.slice(1)
}

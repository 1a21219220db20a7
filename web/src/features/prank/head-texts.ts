import { productName } from '@prankpost/contracts/constants'
import type { PrankDetails } from '@prankpost/contracts/prank'

/** Search engines cut titles after 60 characters; PageHead adds the product's name. */
const maxTitle = 60 - ` | ${productName}`.length
const minDescription = 50
const maxDescription = 160

/** A text in one line, cut after a word so that it has at most `max` characters. */
function fit(text: string, max: number): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= max) return line
  // An emoji is not cut in half.
  const cut = [...line].slice(0, max - 1).join('')
  const end = cut.lastIndexOf(' ')
  return `${(end > max / 2 ? cut.slice(0, end) : cut).replace(/[\s.,;:!?]+$/, '')}…`
}

/** The title of a prank's page. */
export const titleOf = ({ name }: Pick<PrankDetails, 'name'>) => fit(name, maxTitle)

/** The description of a prank's page for search results: 50 to 160 characters. */
export function descriptionOf({ description }: Pick<PrankDetails, 'description'>): string {
  const line = fit(description, maxDescription)
  if (line.length >= minDescription) return line
  return `${line} An anonymous prank by post, anywhere in the US, with free shipping.`
}

import { productName } from '@prankpost/contracts/constants'
import type { PrankDetails } from '@prankpost/contracts/prank'
import { paths, prankPath } from '../../lib/paths.ts'
import { siteOrigin } from '../../lib/site-origin.ts'

/** A prank for search engines (schema.org): the product with its offer, and its place in the store. */
export function structuredDataOf(prank: PrankDetails, picture: string) {
  const absolute = (path: string) => new URL(path, siteOrigin()).href
  const url = absolute(prankPath(prank.slug))
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'Product',
        name: prank.name,
        description: prank.description,
        image: absolute(picture),
        sku: prank.id,
        brand: { '@type': 'Brand', name: productName },
        offers: {
          '@type': 'Offer',
          url,
          price: prank.price,
          priceCurrency: 'USD',
          availability: `https://schema.org/${prank.soldOut ? 'OutOfStock' : 'InStock'}`,
        },
      },
      {
        '@type': 'BreadcrumbList',
        itemListElement: [
          { '@type': 'ListItem', position: 1, name: 'Home', item: absolute(paths.home) },
          { '@type': 'ListItem', position: 2, name: prank.name, item: url },
        ],
      },
    ],
  }
}

import { z } from 'zod'

// The fields that search engines require, in the vocabulary of schema.org.
const absolute = z.url()
const context = z.literal('https://schema.org')
const product = z.object({
  '@type': z.literal('Product'),
  name: z.string().min(1),
  description: z.string().min(1),
  image: absolute,
  sku: z.string(),
  brand: z.object({ '@type': z.literal('Brand'), name: z.literal('PrankPost') }),
  offers: z.object({
    '@type': z.literal('Offer'),
    url: absolute,
    price: z.string().regex(/^\d+\.\d\d$/),
    priceCurrency: z.literal('USD'),
    availability: z.enum(['https://schema.org/InStock', 'https://schema.org/OutOfStock']),
  }),
})
const step = z.object({ '@type': z.literal('ListItem'), position: z.int(), name: z.string(), item: absolute })
const breadcrumb = z.object({
  '@type': z.literal('BreadcrumbList'),
  itemListElement: z.array(step).length(2),
})
/** What a prank's page must say. */
export const prankData = z.object({ '@context': context, '@graph': z.tuple([product, breadcrumb]) })
const answer = z.object({ '@type': z.literal('Answer'), text: z.string().min(1) })
const question = z.object({ '@type': z.literal('Question'), name: z.string().min(1), acceptedAnswer: answer })

/** What support must say. */
export const faqData = z.object({
  '@context': context,
  '@type': z.literal('FAQPage'),
  mainEntity: z.array(question).min(1),
})

/** What home must say. */
export const siteData = z.object({
  '@context': context,
  '@type': z.literal('WebSite'),
  name: z.string(),
  url: absolute,
})

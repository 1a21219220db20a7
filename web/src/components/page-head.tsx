import { productName } from '@prankpost/contracts/constants'
import { siteOrigin } from '../lib/site-origin.ts'

/** The picture of a page in previews of its link. */
export interface PreviewPicture {
  src: string
  width: number
  height: number
  alt: string
}

interface PageHeadProps {
  /** At most 48 characters: search engines cut titles after 60, and the product's name follows. */
  title: string
  /** 50 to 160 characters; pages with `noIndex` need none. */
  description?: string
  /** The path of the page's only address. Without it the page has none, as private pages do. */
  canonical?: string
  /** The picture of the store when missing. */
  image?: PreviewPicture | undefined
  /** Keeps the page out of search engines. */
  noIndex?: boolean
  /** The page's data in the vocabulary of schema.org. */
  structuredData?: object | undefined
}

const storePicture: PreviewPicture = {
  src: '/og.png',
  width: 1200,
  height: 630,
  alt: `${productName}: prank a friend or a foe, and stay a mystery.`,
}

/**
 * What search engines and previews read of a page. React moves these elements into the document's head, and removes
 * them together with the page. Everything is text: a `<` in the structured data cannot end its element.
 */
export function PageHead({ title, description, canonical, image, noIndex, structuredData }: PageHeadProps) {
  const picture = image ?? storePicture
  const absolute = (path: string) => new URL(path, siteOrigin()).href
  return (
    <>
      <title>{`${title} | ${productName}`}</title>
      {description && <meta name="description" content={description} />}
      {noIndex && <meta name="robots" content="noindex" />}
      {canonical && <link rel="canonical" href={absolute(canonical)} />}
      {canonical && <meta property="og:url" content={absolute(canonical)} />}
      <meta property="og:title" content={title} />
      {description && <meta property="og:description" content={description} />}
      <meta property="og:image" content={absolute(picture.src)} />
      <meta property="og:image:width" content={String(picture.width)} />
      <meta property="og:image:height" content={String(picture.height)} />
      <meta property="og:image:alt" content={picture.alt} />
      <meta
        name="twitter:card"
        content={picture.width > picture.height ? 'summary_large_image' : 'summary'}
      />
      {structuredData && (
        <script type="application/ld+json">
          {JSON.stringify(structuredData).replaceAll('<', String.raw`\u003c`)}
        </script>
      )}
    </>
  )
}

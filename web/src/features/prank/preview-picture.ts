import { fallbackPrankImage, prankImages, productName } from '@prankpost/contracts/constants'
import type { Prank } from '@prankpost/contracts/prank'
import type { PreviewPicture } from '../../components/page-head.tsx'
import { pictureFile } from '../../lib/picture-file.ts'

type Pictured = Pick<Prank, 'name' | 'image' | 'picture'>

const knownImage = ({ image }: Pictured) => prankImages.find((it) => it === image) ?? fallbackPrankImage

/** The largest uploaded picture of a prank, a square. */
function uploaded({ picture }: Pictured): { src: string; size: number } | null {
  const [src = '', width] = picture?.srcSet.split(', ').at(-1)?.split(' ') ?? []
  return src ? { src, size: Number.parseInt(width ?? '', 10) || 448 } : null
}

/** The largest picture of a prank itself: the uploaded one, or the one of the store. */
export const pictureOf = (prank: Pictured): string =>
  uploaded(prank)?.src ?? pictureFile(`prank-${knownImage(prank)}`, 224)

/** The picture in previews of a prank's link: the uploaded one, or the one that scripts/og-picture.ts has made. */
export function previewOf(prank: Pictured): PreviewPicture {
  const alt = `${prank.name}, a prank by post from ${productName}`
  const own = uploaded(prank)
  if (own) return { src: own.src, width: own.size, height: own.size, alt }
  return { src: `/previews/${knownImage(prank)}.png`, width: 1200, height: 630, alt }
}

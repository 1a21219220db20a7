import { fallbackPrankImage, prankImages, productName } from '@prankpost/contracts/constants'
import type { Prank } from '@prankpost/contracts/prank'
import type { PreviewPicture } from '../../components/page-head.tsx'

const files = import.meta.glob<string>('../../assets/pictures/prank-*-224.webp', {
  eager: true,
  query: '?url',
  import: 'default',
})

/** The largest picture of a prank: the uploaded one, or the one of the store. */
export function previewOf({
  name,
  image,
  picture,
}: Pick<Prank, 'name' | 'image' | 'picture'>): PreviewPicture {
  const alt = `${name}, a prank by post from ${productName}`
  const [src = '', width] = picture?.srcSet.split(', ').at(-1)?.split(' ') ?? []
  if (src) return square(src, Number.parseInt(width ?? '', 10) || 448, alt)
  const known = prankImages.find((it) => it === image) ?? fallbackPrankImage
  return square(files[`../../assets/pictures/prank-${known}-224.webp`] ?? '', 224, alt)
}

const square = (src: string, size: number, alt: string) => ({ src, width: size, height: size, alt })

import { type PrankPicture, pictureWidths } from '@prankpost/contracts'

export const pictureName = (hash: string, width: number) => `${hash}-${width}.webp`

/** The addresses of a picture, by the hash in its name. */
export function toPicture(hash: string | null | undefined): PrankPicture | null {
  if (!hash) return null
  const address = (width: number) => `/media/${pictureName(hash, width)}`
  return {
    src: address(224),
    srcSet: pictureWidths.map((width) => `${address(width)} ${width}w`).join(', '),
  }
}

/** The hash in the name of a file. */
export const hashIn = (name: string) => name.split('-')[0] ?? ''

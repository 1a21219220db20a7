import {
  type AvatarId,
  avatarIds,
  defaultAvatar,
  fallbackPrankImage,
  prankImages,
} from '@prankpost/contracts/constants'
import type { PrankPicture as UploadedPicture } from '@prankpost/contracts/prank'
import { pictureFile } from '../lib/picture-file.ts'

interface PictureProps {
  /** The name of the picture. Its files are named by name and width, such as `scene-die-112`. */
  name: string
  width: number
  shownAt?: number
  alt?: string
  className?: string
  eager?: boolean
  /** Fetched with high priority, for the main picture of a screen. */
  urgent?: boolean
  /** Loads at once, but after what is more important. */
  low?: boolean
}

/** A picture in 1x and 2x resolution; decorative unless it has an `alt`. */
export function Picture({
  name,
  width,
  shownAt = width,
  alt = '',
  className = '',
  eager,
  urgent,
  low,
}: PictureProps) {
  const file = pictureFile(name, width)
  return (
    <img
      src={file}
      // The large logo has one file.
      {...(width < 280 && { srcSet: `${file} 1x, ${pictureFile(name, width * 2)} 2x` })}
      width={shownAt}
      height={shownAt}
      alt={alt}
      className={className}
      draggable={false}
      decoding={urgent ? 'sync' : 'async'}
      {...((urgent || low) && { fetchPriority: urgent ? 'high' : 'low' })}
      loading={eager ? 'eager' : 'lazy'}
    />
  )
}

interface IconProps {
  size: number
  className?: string
  /** Loads after everything else. */
  lazy?: boolean
}

interface PrankPictureProps extends IconProps {
  image: string
  /** The uploaded picture, which replaces the image. */
  picture?: UploadedPicture | null | undefined
}

/** A prank's picture; the potato for unknown images. */
export function PrankPicture({ image, picture, size, className = '', lazy }: PrankPictureProps) {
  if (picture) {
    return (
      <img
        {...picture}
        sizes={`${size}px`}
        width={size}
        height={size}
        alt=""
        className={className}
        draggable={false}
        decoding="async"
        loading={lazy ? 'lazy' : 'eager'}
        fetchPriority="low"
      />
    )
  }
  const known = prankImages.find((name) => name === image) ?? fallbackPrankImage
  return (
    <Picture name={`prank-${known}`} width={112} shownAt={size} className={className} eager={!lazy} low />
  )
}

/** An avatar; the hunk for unknown ids. */
export function Avatar({ id, size, className, lazy }: IconProps & { id: string }) {
  const known: AvatarId = avatarIds.find((name) => name === id) ?? defaultAvatar
  return <Picture name={`avatar-${known}`} width={88} shownAt={size} className={className} eager={!lazy} />
}

const prankColours: Record<string, string> = {
  fart: 'bg-mint',
  potato: 'bg-kraft',
  glitter: 'bg-grape',
  adopted: 'bg-sky',
  condiments: 'bg-pop',
  sock: 'bg-sun',
}

/** The colour of a prank's stamp. */
export function prankColour(image: string): string {
  return prankColours[image] ?? 'bg-kraft'
}

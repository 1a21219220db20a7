import {
  type AvatarId,
  avatarIds,
  defaultAvatar,
  fallbackPrankImage,
  prankImages,
} from '@prankpost/contracts/constants'

const files = import.meta.glob<string>('../assets/pictures/*.webp', {
  eager: true,
  query: '?url',
  import: 'default',
})

interface PictureProps {
  /** The picture's name and its width at 1x: `scene-die-112`. */
  name: string
  width: number
  shownAt?: number
  alt?: string
  className?: string
  eager?: boolean
  /** The screen's first impression: fetched before anything else of its kind. */
  urgent?: boolean
}

/** A picture of ours, sharp on every screen; decorative unless it has an `alt`. */
export function Picture({
  name,
  width,
  shownAt = width,
  alt = '',
  className = '',
  eager,
  urgent,
}: PictureProps) {
  const file = (at: number) => files[`../assets/pictures/${name}-${at}.webp`]
  const double = file(width * 2)
  return (
    <img
      src={file(width)}
      {...(double && { srcSet: `${file(width)} 1x, ${double} 2x` })}
      width={shownAt}
      height={shownAt}
      alt={alt}
      className={className}
      draggable={false}
      decoding={urgent ? 'sync' : 'async'}
      {...(urgent && { fetchPriority: 'high' })}
      loading={eager ? 'eager' : 'lazy'}
    />
  )
}

interface IconProps {
  size: number
  className?: string
  /** It may come after everything else. */
  lazy?: boolean
}

/** A prank's picture; the potato for images that we do not know. */
export function PrankPicture({ image, size, className, lazy }: IconProps & { image: string }) {
  const known = prankImages.find((name) => name === image) ?? fallbackPrankImage
  return <Picture name={`prank-${known}`} width={112} shownAt={size} className={className} eager={!lazy} />
}

/** An avatar; the hunk for ids that we do not know. */
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

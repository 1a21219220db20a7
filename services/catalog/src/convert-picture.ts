import { createHash } from 'node:crypto'
import { pictureWidths } from '@prankpost/contracts'
import { createKeyedMutex, invalid } from '@prankpost/service-kit'
import sharp from 'sharp'
import { pictureName } from './picture.dto.ts'
import type { PictureFile } from './picture-store.ts'

/** With the largest picture the process has 300 MB of the 512 MB of its container; 16 bits for each colour count twice. */
const maxPixels = 25_000_000
const maxSeconds = 20
const quality = 82

// Operators upload pictures of three formats. All other decoders stay closed, such as SVG, which can read files.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'],
})
sharp.cache(false)
sharp.concurrency(1)

// One at a time, so that the memory is that of one picture.
const serialize = createKeyedMutex()

/**
 * Converts a picture to WebP in each width: upright, square with transparent edges, in sRGB, without metadata. The
 * result has a hash of its content as its name.
 * @throws 400 when it is not a PNG, JPEG or WebP, is damaged, or has too many pixels
 */
export async function convertPicture(bytes: Uint8Array): Promise<{ hash: string; files: PictureFile[] }> {
  const converted = await serialize('picture', () => convert(bytes))
  const hash = createHash('sha256')
  for (const content of converted) hash.update(content)
  const name = hash.digest('hex').slice(0, 32)
  return {
    hash: name,
    files: pictureWidths.map((width, n) => ({
      name: pictureName(name, width),
      bytes: converted[n] as Buffer,
    })),
  }
}

async function convert(bytes: Uint8Array): Promise<Buffer[]> {
  if (bytes.length === 0) refuse('sharp throws at once without bytes')
  const source = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' }).timeout({
    seconds: maxSeconds,
  })
  const { width, height, depth } = await source.metadata().catch(refuse)
  if (width * height * (depth === 'ushort' ? 2 : 1) > maxPixels) throw tooManyPixels()
  const largest = Math.max(...pictureWidths)
  // Decoded once: the other widths are made from the largest.
  const { data, info } = await source
    .autoOrient()
    .resize(largest, largest, { fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(refuse)
  const raw = { width: info.width, height: info.height, channels: info.channels }
  return Promise.all(
    pictureWidths.map((size) => sharp(data, { raw }).resize(size, size).webp({ quality }).toBuffer()),
  )
}

function refuse(error: unknown): never {
  if (/pixel limit/i.test(String(error))) throw tooManyPixels()
  throw invalid('This is not a picture that can be read. Please choose a PNG, JPEG or WebP.')
}

const tooManyPixels = () =>
  invalid('This picture has too many pixels: at most 25 megapixels. Please choose a smaller one.')

import { notFound } from '@prankpost/service-kit'
import type { Response } from 'express'
import type { Deps } from '../deps.ts'

/** Sends a picture, which browsers and proxies may keep for ever. @throws 404 when it does not exist */
export async function sendPicture(name: string, res: Response, { pictures }: Pick<Deps, 'pictures'>) {
  const bytes = await pictures.read(name)
  if (bytes === null) throw notFound('There is no such picture.')
  res
    .set({ 'cache-control': 'public, max-age=31536000, immutable', 'x-content-type-options': 'nosniff' })
    .type('image/webp')
    .send(bytes)
}

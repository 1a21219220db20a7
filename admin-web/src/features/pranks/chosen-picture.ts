import { pictureMaxBytes, pictureTypes } from '@prankpost/contracts/constants'

/** A file that the operator chose, with the address of its preview; or what is wrong with it. */
export type ChosenPicture = { file: File; url: string } | { mistake: string }

/** Checks what can be checked here; the server checks everything. */
export async function readPicture(file: File): Promise<ChosenPicture> {
  if (!(pictureTypes as readonly string[]).includes(file.type)) {
    return { mistake: 'This is not a PNG, JPEG or WebP.' }
  }
  if (file.size > pictureMaxBytes) {
    const megabytes = (file.size / 1_048_576).toFixed(1)
    return { mistake: `This file has ${megabytes} MB. At most 5 MB can be uploaded.` }
  }
  return { file, url: await dataUrlOf(file) }
}

/** A data URL: the content security policy allows no `blob:` pictures. */
function dataUrlOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}

/** The hash of all pictures, at the end of their names: such files are cached forever. scripts/pictures.ts writes it. */
export const picturesHash = 'cdafc367'

/** The address of a picture. Its names are in scripts/pictures.ts. */
export const pictureFile = (name: string, width: number) => `/assets/${name}-${width}-${picturesHash}.webp`

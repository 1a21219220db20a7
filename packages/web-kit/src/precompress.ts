import { globSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

/** Smaller files are not compressed: the saving is negligible. */
const minBytes = 400

/**
 * A Vite plugin: writes a brotli and a gzip copy next to every text file of a built front end; the gateway sends these
 * copies unchanged.
 */
export function precompress() {
  let folder = ''
  return {
    name: 'prankpost:precompress',
    apply: 'build' as const,
    configResolved: ({ root, build }: { root: string; build: { outDir: string } }) => {
      folder = path.resolve(root, build.outDir)
    },
    closeBundle: {
      // After all other plugins have written their files.
      sequential: true,
      order: 'post' as const,
      handler: async () => {
        const files = globSync('**/*.{html,js,css,svg}', { cwd: folder })
        await Promise.all(files.map((file) => compress(path.join(folder, file))))
      },
    },
  }
}

async function compress(file: string) {
  const content = await readFile(file)
  if (content.length < minBytes) return
  await writeFile(`${file}.br`, await promisify(brotliCompress)(content))
  await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
}

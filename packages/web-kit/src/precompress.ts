import { globSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

/** Below this a compressed file saves nothing that anybody would notice. */
const minBytes = 400

/**
 * A plugin of Vite: puts a brotli and a gzip copy beside every text of a built front end; the gateway sends
 * them as they are.
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
      // After everybody else has written their files.
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

import { cp, mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, type Plugin } from 'vite'

const web = fileURLToPath(new URL('..', import.meta.url))
const placeholder = '<!--shell-->'

/**
 * Builds the store for Node (src/prerender.tsx) next to the browser's files, in `.server`, for the gateway; a hidden folder
 * is not served. Inserts the first paint into index.html.
 */
export function prerender(): Plugin {
  let outDir = ''
  let server = ''
  return {
    name: 'prankpost:prerender',
    apply: 'build',
    configResolved: (config) => {
      outDir = path.resolve(config.root, config.build.outDir)
    },
    transformIndexHtml: {
      order: 'post',
      handler: async (html) => {
        server = await buildForNode()
        const { renderShell }: { renderShell: () => string } = await import(
          pathToFileURL(path.join(server, 'prerender.js')).href
        )
        return html.replace(placeholder, renderShell())
      },
    },
    // Not after a failed build.
    writeBundle: async () => {
      await cp(server, path.join(outDir, '.server'), { recursive: true })
      await rm(path.dirname(server), { recursive: true, force: true })
    },
  }
}

/** Builds the store for Node, with all that it imports. Returns the folder. */
async function buildForNode(): Promise<string> {
  // Only its owner may read a temporary folder itself.
  const outDir = path.join(await mkdtemp(path.join(web, 'node_modules', '.server-')), 'server')
  await build({
    root: web,
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    // File names depend on the content only, so pictures have the same names as in the browser's build.
    build: { ssr: 'src/prerender.tsx', outDir, assetsInlineLimit: 0, copyPublicDir: false },
  })
  return outDir
}

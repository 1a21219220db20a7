import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, type Plugin } from 'vite'

const web = fileURLToPath(new URL('..', import.meta.url))
const place = '<!--shell-->'

/** Puts the store's first paint (src/app/shell.tsx) into index.html when the store is built. */
export function prerenderShell(): Plugin {
  return {
    name: 'prankpost:prerender-shell',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: async (html) => html.replace(place, await shellMarkup()),
    },
  }
}

/** Builds the shell for Node, in a folder from which it finds React, and runs it. */
async function shellMarkup(): Promise<string> {
  const outDir = await mkdtemp(path.join(web, 'node_modules', '.shell-'))
  try {
    await build({
      root: web,
      configFile: false,
      logLevel: 'error',
      plugins: [react()],
      // File names come from content alone, so pictures have the names that the store's own build gives them.
      build: { ssr: 'src/app/shell.tsx', outDir, assetsInlineLimit: 0, copyPublicDir: false },
    })
    const shell: { renderShell: () => string } = await import(
      pathToFileURL(path.join(outDir, 'shell.js')).href
    )
    return shell.renderShell()
  } finally {
    await rm(outDir, { recursive: true, force: true })
  }
}

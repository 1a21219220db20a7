import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, type Plugin } from 'vite'

const web = fileURLToPath(new URL('..', import.meta.url))
const placeholder = '<!--shell-->'

/** Inserts the markup of the store's first paint (src/app/shell.tsx) into index.html when the store is built. */
export function prerenderShell(): Plugin {
  return {
    name: 'prankpost:prerender-shell',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: async (html) => html.replace(placeholder, await shellMarkup()),
    },
  }
}

/** Builds the shell for Node, in a folder where Node can resolve React, and runs it. */
async function shellMarkup(): Promise<string> {
  const outDir = await mkdtemp(path.join(web, 'node_modules', '.shell-'))
  try {
    await build({
      root: web,
      configFile: false,
      logLevel: 'error',
      plugins: [react()],
      // File names depend on the content only, so pictures have the same names as in the store's own build.
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

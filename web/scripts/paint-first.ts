import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { PurgeCSS } from 'purgecss'
import { minify, type Plugin, type Rolldown } from 'vite'

const modules =
  /\s*<(?:script type="module"|link rel="modulepreload")[^>]*?(?:src|href)="([^"]+)"[^>]*>(?:<\/script>)?/g

const styleSheet = /<link rel="stylesheet"[^>]*? href="\/([^"]+)"[^>]*>/

/** The features whose pages the gateway sends as HTML. */
const renderedPages =
  /\/features\/(?:home|prank|subscribe|support|legal|do-not-prank|anonymity|fair-draw)\/[\w-]+\.page\.tsx$/

/**
 * Prepares index.html for an early first paint. It contains the styles of the frame and of the pages that the gateway
 * renders, which saves a round trip and keeps the page within the first packets of a connection (14 kB). The complete style
 * sheet and the store's scripts are removed, and their names passed to `public/shell.js`, which loads them after the first
 * paint: that paint needs none of them, and on a slow connection they would delay the fonts and the hero picture. That script is
 * loaded by each visit, so it is made small.
 */
export function paintFirst(): Plugin {
  return {
    name: 'prankpost:paint-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: async (page, { bundle = {} }) => {
        const [link, name = ''] = styleSheet.exec(page) ?? []
        const sheet = bundle[name]
        if (link === undefined || sheet?.type !== 'asset') throw new Error('index.html has no style sheet')
        const files = [...page.matchAll(modules)].map(([, file]) => file)
        const html = page.replaceAll(modules, '').replace(link, '')
        const styles = await stylesFor([html, ...codeOfFirstPages(bundle)], String(sheet.source))
        // Declared twice, a font that was late for the first paint would replace its fallback when the sheet arrives.
        sheet.source = String(sheet.source).replaceAll(/@font-face\s*\{[^}]*\}/g, '')
        return html
          .replace('</head>', () => `<style>${styles}</style></head>`)
          .replace(
            '<script async src="/shell.js"',
            `<script async src="/shell.js" data-modules="${files.join(' ')}" data-styles="/${name}"`,
          )
      },
    },
    writeBundle: async ({ dir = '' }) => {
      const file = path.join(dir, 'shell.js')
      const { code } = await minify('shell.js', await readFile(file, 'utf8'))
      await writeFile(file, code)
    },
  }
}

/** The code of what every page loads, and of the rendered pages, with all that they import at once. */
function codeOfFirstPages(bundle: Rolldown.OutputBundle): string[] {
  const found = new Set<Rolldown.OutputChunk>()
  const add = (file: string) => {
    const chunk = bundle[file]
    if (chunk?.type !== 'chunk' || found.has(chunk)) return
    found.add(chunk)
    for (const imported of chunk.imports) add(imported)
  }
  for (const [file, chunk] of Object.entries(bundle)) {
    if (chunk.type === 'chunk' && (chunk.isEntry || renderedPages.test(chunk.facadeModuleId ?? ''))) add(file)
  }
  return [...found].map(({ code }) => code)
}

/** The rules of a style sheet whose classes and elements are named in one of these texts. */
async function stylesFor(texts: string[], css: string): Promise<string> {
  const [purged] = await new PurgeCSS().purge({
    content: texts.map((raw) => ({ raw, extension: 'js' })),
    css: [{ raw: css }],
    keyframes: true,
    variables: true,
    // Names of Tailwind's classes contain colons, slashes and brackets.
    defaultExtractor: (text) => text.match(/[^<>"'`\s]*[^<>"'`\s:]/g) ?? [],
  })
  return purged?.css ?? css
}

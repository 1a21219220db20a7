import type { Plugin } from 'vite'

const modules =
  /\s*<(?:script type="module"|link rel="modulepreload")[^>]*?(?:src|href)="([^"]+)"[^>]*>(?:<\/script>)?/g

/**
 * Removes the store's scripts from index.html and passes their names to `public/shell.js`, which loads them after
 * the first paint. That paint needs none of them, and on a slow connection they would delay the style sheet, the
 * fonts and the hero picture.
 */
export function paintFirst(): Plugin {
  return {
    name: 'prankpost:paint-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => {
        const files = [...html.matchAll(modules)].map(([, file]) => file)
        return html
          .replaceAll(modules, '')
          .replace('<script src="/shell.js"', `<script src="/shell.js" data-modules="${files.join(' ')}"`)
      },
    },
  }
}

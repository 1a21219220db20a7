import type { Plugin } from 'vite'

const modules =
  /\s*<(?:script type="module"|link rel="modulepreload")[^>]*?(?:src|href)="([^"]+)"[^>]*>(?:<\/script>)?/g

/**
 * Takes the store's scripts out of index.html and names them to `public/shell.js`, which loads them as soon as
 * the first paint is on the screen: that paint needs none of them, and on a slow line they would keep style
 * sheet, fonts and hero picture waiting.
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

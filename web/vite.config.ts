import { precompress } from '@prankpost/web-kit/precompress'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { paintFirst } from './scripts/paint-first.ts'
import { prerender } from './scripts/prerender.ts'

const gateway = process.env.GATEWAY_URL ?? 'http://127.0.0.1:8080'

/** The store's bundle: pages and windows are files of their own, loaded when they are wanted. */
export default defineConfig({
  plugins: [react(), tailwind(), prerender(), paintFirst(), precompress()],
  // wouter's substitute for a hook that React has had since version 18.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  build: {
    outDir: 'dist',
    target: 'es2022',
    // Which file is which screen's: for the test that holds their sizes. The gateway serves no hidden folder.
    manifest: true,
    // Pictures and fonts stay files: a data URI would be loaded by those who never see it.
    assetsInlineLimit: 0,
    modulePreload: {
      // What every visit has loaded is not listed again for each page.
      resolveDependencies: (_file, files, { hostType }) =>
        hostType === 'html' ? files : files.filter((file) => !/\/(store|rolldown-runtime)-/.test(file)),
    },
    rolldownOptions: {
      // What every visit loads, except the entry itself, is one file: small files compress worse, and each is a request.
      output: {
        codeSplitting: {
          groups: [
            { name: 'store', tags: ['$initial'], test: (id) => !/index\.html|main\.tsx/.test(id) },
            // Small files that home and many other screens load.
            {
              name: 'parts',
              test: /components\/page-head|lib\/reduced-motion|icons\/(?:chevron-right|user-plus)/,
            },
            { name: 'plan-choice', test: /components\/stepper|lib\/subscription-choice/ },
            // What cart, checkout, plans and their windows load.
            { name: 'purchase', test: /lib\/(?:cart-changes|discount-check)|contracts\/src\/discount-price/ },
          ],
        },
      },
      // The contracts' schemas have no effect when made, so a module that needs one constant gets one constant.
      treeshake: { manualPureFunctions: ['z'] },
      onwarn: (warning, warn) => {
        // 'use client' means nothing where there is no server rendering.
        if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning)
      },
    },
  },
  server: { proxy: { '/api': { target: gateway }, '/media': { target: gateway } } },
  preview: { proxy: { '/api': { target: gateway }, '/media': { target: gateway } } },
})

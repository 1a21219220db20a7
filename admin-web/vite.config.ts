import { precompress } from '@prankpost/web-kit/precompress'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const gateway = process.env.GATEWAY_URL ?? 'http://127.0.0.1:8080'

/** The operator's bundle, served at /admin: each tab's page is a file of its own, charts another. */
export default defineConfig({
  base: '/admin/',
  plugins: [react(), precompress()],
  build: {
    outDir: 'dist',
    target: 'es2022',
    // Which file is which screen's: for the test that holds their sizes. The gateway serves no hidden folder.
    manifest: true,
    assetsInlineLimit: 0,
    rollupOptions: {
      // The contracts' schemas have no effect when made, so a module that needs one constant gets one constant.
      treeshake: { manualPureFunctions: ['z'] },
      onwarn: (warning, warn) => {
        // 'use client' means nothing where there is no server rendering.
        if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning)
      },
    },
  },
  server: { port: 5174, proxy: { '/api': { target: gateway }, '/media': { target: gateway } } },
})

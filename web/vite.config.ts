/// <reference types="vitest/config" />
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { first } from './vite.first.ts'
import { icons } from './vite.icons.ts'

const api = process.env.CAIRN_API ?? 'http://127.0.0.1:8000'

/** Puts a compressed copy beside each text file, so that the server compresses nothing at run time. */
function precompress(): Plugin {
  let folder = ''
  return {
    name: 'precompress',
    apply: 'build',
    configResolved: config => {
      folder = join(config.root, config.build.outDir)
    },
    closeBundle: () => {
      for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        if (!/\.(js|css|html|svg|json)$/.test(name)) continue
        const content = readFileSync(join(folder, name))
        writeFileSync(join(folder, `${name}.br`), brotliCompressSync(content))
        writeFileSync(join(folder, `${name}.gz`), gzipSync(content, { level: 9 }))
      }
    },
  }
}

export default defineConfig({
  plugins: [react(), tailwindcss(), icons(), first(), precompress()],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  server: { proxy: { '/api': { target: api, changeOrigin: false } } },
  build: {
    target: 'es2022',
    chunkSizeWarningLimit: 1000,
    // The content security policy allows no data: fonts or scripts; everything is a file.
    assetsInlineLimit: 0,
    // `/assets/…` is the address of an asset of the organisation.
    assetsDir: 'static',
    modulePreload: { polyfill: false },
    // A page in eighty pieces takes a browser longer to put together than to run. What the start needs is one file, and so
    // is what many later pages share.
    rolldownOptions: {
      output: {
        entryFileNames: 'static/start-[hash].js',
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'], priority: 2 },
            { name: 'parts', minShareCount: 4, minSize: 0, priority: 1 },
          ],
        },
      },
    },
  },
  test: { environment: 'jsdom', include: ['src/**/*.test.{ts,tsx}'], setupFiles: ['tests/setup.ts'] },
})

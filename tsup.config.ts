import { defineConfig } from 'tsup'

export default defineConfig({
  entry: ['src/index.ts'],
  format: ['esm', 'cjs'],
  target: 'node20',
  dts: true,
  shims: true,
  splitting: true,
  clean: true,
  treeshake: true,
})

import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 30_000,
    // Many tests wait for programs and servers: on two processors, one worker, as is usual, leaves half of them idle.
    maxWorkers: '100%',
  },
})

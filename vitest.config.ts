import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 30_000,
    globalSetup: ['test/support/temporary-folder.ts'],
    // Many tests wait for programs and servers: on two processors, one worker, as is usual, leaves half of them idle.
    maxWorkers: '100%',
  },
})

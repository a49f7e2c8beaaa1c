import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // For machines that are busy with other things: a test that hangs fails anyway, and one that is slow should not.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    globalSetup: ['test/support/temporary-folder.ts'],
    // Many tests wait for programs and servers: on two processors, one worker, as is usual, leaves half of them idle.
    maxWorkers: '100%',
  },
})

/** A rate limiter of the host's own: a counter for each key and window, in a Map that could as well be a shared cache. */
export function fixedWindowLimiter(counters = new Map()) {
  const read = (key, windowMs) => {
    const found = counters.get(key)
    return found !== undefined && found.end > Date.now() ? found : { count: 0, end: Date.now() + windowMs }
  }
  return {
    async consume(key, { points, windowMs }) {
      const { count, end } = read(key, windowMs)
      const allowed = count < points
      if (allowed) counters.set(key, { count: count + 1, end })
      return { allowed, remaining: allowed ? points - count - 1 : 0, resetMs: end - Date.now() }
    },
    async refund(key, { windowMs }) {
      const { count, end } = read(key, windowMs)
      if (count > 0) counters.set(key, { count: count - 1, end })
    },
  }
}

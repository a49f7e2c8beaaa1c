import { ConvertingProcess } from '../convert/support/converting-process.js'
import { HOSTILE_COUNTS } from '../convert/support/hostile-counts.js'
for (const [name, make] of Object.entries(HOSTILE_COUNTS)) {
  const b = make(); const c = new ConvertingProcess({ timeoutMs: 60000 }); const o = await c.convert(b) as any; c.close()
  console.log(String(o.cpuMilliseconds|0).padStart(6), ((o.residentBytes ?? 0)/2**20|0) + ' MB', (b.length/1e6).toFixed(1), name, o.kind, o.code ?? o.message?.slice(0, 200) ?? '')
}

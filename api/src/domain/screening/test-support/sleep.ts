import { writeFileSync } from 'node:fs'

// Signals its start, then uses no processor.
writeFileSync(process.argv[4] ?? '', '')
setInterval(() => undefined, 60_000)

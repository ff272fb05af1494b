import { writeFileSync } from 'node:fs'

// Signals its start, then ignores everything.
writeFileSync(process.argv[4] ?? '', '')
for (;;) Math.random()

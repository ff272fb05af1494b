import { writeFileSync } from 'node:fs'

// Says that it has begun, and then neither ends nor listens.
writeFileSync(process.argv[4] ?? '', '')
for (;;) Math.random()

import { writeFileSync } from 'node:fs'

// Above the size limit.
writeFileSync(process.argv[4] ?? '', new Uint8Array(21 * 1024 * 1024))

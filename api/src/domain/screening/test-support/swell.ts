import { writeFileSync } from 'node:fs'

// A result that is larger than any may be.
writeFileSync(process.argv[4] ?? '', new Uint8Array(21 * 1024 * 1024))

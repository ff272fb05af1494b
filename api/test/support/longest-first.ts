import { statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Started last, one of them would keep one worker busy alone. */
const LONGEST = [
  'test/oracle/oracle.test.ts',
  'test/access-matrix.test.ts',
  'test/faults/faults.test.ts',
  'test/crash.test.ts',
  'test/admin-log.test.ts',
  'test/fault-points.test.ts',
  'test/migrate-data.postgres.test.ts',
  'test/two-processes.postgres.test.ts',
  'src/domain/uploads/rewritten-upload.test.ts',
].map((file) => fileURLToPath(new URL(`../../${file}`, import.meta.url)))

// A renamed file fails here.
for (const file of LONGEST) statSync(file)

interface Test {
  readonly path: string
}

const placeOf = ({ path }: Test): number => {
  const place = LONGEST.indexOf(path)
  return place < 0 ? LONGEST.length : place
}

export default class LongestFirst {
  sort<Each extends Test>(tests: readonly Each[]): Each[] {
    return [...tests].sort((a, b) => placeOf(a) - placeOf(b) || statSync(b.path).size - statSync(a.path).size)
  }

  cacheResults(): void {
    // The order does not depend on earlier runs.
  }
}

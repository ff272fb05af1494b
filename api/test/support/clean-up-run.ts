import { rmSync } from 'node:fs'
import { dirname } from 'node:path'

/** Jest's globalTeardown. */
const cleanUpRun = (): void => {
  const template = process.env.TRAZO_TEST_DATABASE_TEMPLATE
  if (template && process.env.TRAZO_TEST_STORE !== 'postgres') rmSync(dirname(template), { recursive: true })
}

export default cleanUpRun

import { rmSync } from 'node:fs'

/** Jest's globalTeardown. */
const cleanUpRun = (): void => {
  const template = process.env.TRAZO_TEST_TEMPLATE
  if (template && process.env.TRAZO_TEST_STORE !== 'postgres') rmSync(template, { recursive: true })
}

export default cleanUpRun

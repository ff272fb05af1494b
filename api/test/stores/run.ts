import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { findPostgres, startPostgres } from './postgres-server.ts'
import { S3_BUCKET, startS3 } from './s3-server.ts'
import { startSwift } from './swift-server.ts'
import { shortSet, wholeSet } from './test-files.ts'

/*
 * `node test/stores/run.ts [--short] [--swift]` starts
 * PostgreSQL and S3 (or Swift). `--short` is the set
 * of `npm test`; Jest gets the other arguments.
 */
const isShort = process.argv.includes('--short')
const onSwift = process.argv.includes('--swift')
const JEST = fileURLToPath(new URL('../../node_modules/jest/bin/jest.js', import.meta.url))
const FOLDER = fileURLToPath(new URL('../..', import.meta.url))

/** `TRAZO_TEST_S3_ENDPOINT` etc., Swift or s3rver. */
const openS3 = async (): Promise<{ env: Record<string, string>; remove: () => Promise<void> }> => {
  if (process.env.TRAZO_TEST_S3_ENDPOINT) return { env: {}, remove: async () => undefined }
  const { url, accessKeyId, secretAccessKey, remove } = onSwift ? await startSwift() : await startS3()
  return {
    env: {
      TRAZO_TEST_S3_ENDPOINT: url,
      TRAZO_TEST_S3_BUCKET: S3_BUCKET,
      TRAZO_TEST_S3_ACCESS_KEY_ID: accessKeyId,
      TRAZO_TEST_S3_SECRET_ACCESS_KEY: secretAccessKey,
    },
    remove,
  }
}

const openPostgres = async () => {
  const url = process.env.TRAZO_TEST_DATABASE_URL
  if (url) return { url, remove: async () => undefined }
  const programs = findPostgres()
  if (programs === undefined) {
    process.stderr.write(
      'No hay PostgreSQL para las pruebas: instálalo (paquete postgresql) o indica TRAZO_TEST_DATABASE_URL.\n',
    )
    process.exit(1)
  }
  return startPostgres(programs)
}

const runJest = async (args: readonly string[], env: Readonly<Record<string, string>>): Promise<number> => {
  const command = ['--no-sparkplug', '--no-memory-protection-keys', JEST, '--ci', '--maxWorkers=2', ...args]
  const jest = spawn(process.execPath, command, { cwd: FOLDER, stdio: 'inherit', env: { ...process.env, ...env } })
  process.once('SIGTERM', () => jest.kill('SIGTERM'))
  process.once('SIGINT', () => jest.kill('SIGINT'))
  await once(jest, 'exit')
  return jest.exitCode ?? 1
}

const given = process.argv.slice(2).filter((argument) => argument !== '--short' && argument !== '--swift')
const files = given.some((argument) => !argument.startsWith('-')) ? [] : isShort ? shortSet() : wholeSet()

const postgres = await openPostgres()
try {
  const s3 = await openS3()
  const env = { TRAZO_TEST_STORE: 'postgres', TRAZO_TEST_DATABASE_URL: postgres.url, ...s3.env }
  process.exitCode = await runJest([...given, ...files], env).finally(s3.remove)
} finally {
  await postgres.remove()
}

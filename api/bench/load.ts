import { fileURLToPath } from 'node:url'
import { findPostgres, startPostgres } from '../test/stores/postgres-server.ts'
import { S3_BUCKET, startS3 } from '../test/stores/s3-server.ts'
import { putFigures } from './load/put-figures.ts'
import { shortRun, wholeRun } from './load/settings.ts'

/*
 * Compares the API with a bare Fastify, alternating in one run.
 * `--minutes 3` shortens the memory test; `--short` is a smoke test;
 * `--postgres` uses PostgreSQL and S3; `--write` updates
 * `docs/capacity.md`.
 */
const CAPACITY = fileURLToPath(new URL('../../docs/capacity.md', import.meta.url))

const writeProgress = (line: string): void => void process.stderr.write(`${line}\n`)

const openShared = async () => {
  const programs = findPostgres()
  if (programs === undefined) throw new Error('PostgreSQL is not installed')
  const [postgres, s3] = [await startPostgres(programs), await startS3()]
  Object.assign(process.env, {
    TRAZO_TEST_STORE: 'postgres',
    TRAZO_TEST_DATABASE_URL: postgres.url,
    TRAZO_TEST_S3_ENDPOINT: s3.url,
    TRAZO_TEST_S3_BUCKET: S3_BUCKET,
    TRAZO_TEST_S3_ACCESS_KEY_ID: s3.accessKeyId,
    TRAZO_TEST_S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
  })
  return async () => {
    await s3.remove()
    await postgres.remove()
  }
}

const closeShared = process.argv.includes('--postgres') ? await openShared() : async () => undefined
// These modules read the store settings.
const { runLoad } = await import('./load/run-load.ts')
const { describeLoad, failuresIn } = await import('./load/report.ts')
const minutes = Number(process.argv[process.argv.indexOf('--minutes') + 1])
const settings = process.argv.includes('--short')
  ? shortRun
  : { ...wholeRun, ...(process.argv.includes('--minutes') ? { watched: minutes * 60_000 } : {}) }
try {
  const report = await runLoad(settings, writeProgress)
  const text = describeLoad(report)
  console.log(text)
  if (process.argv.includes('--write')) await putFigures(CAPACITY, text)
  for (const failure of failuresIn(report)) {
    writeProgress(failure)
    process.exitCode = 1
  }
} finally {
  await closeShared()
}

import { fileURLToPath } from 'node:url'
import { findPostgres, startPostgres } from '../test/stores/postgres-server.ts'
import { S3_BUCKET, startS3 } from '../test/stores/s3-server.ts'
import { putFigures } from './load/put-figures.ts'
import { shortRun, wholeRun } from './load/settings.ts'

/*
 * What one process of the API does, beside a Fastify that only answers the same bytes: reads, uploads, signatures, many
 * guests at once, what a document costs, and whether memory stays as it is. Everything is measured in one run, in turns,
 * so that a busy machine slows both. `--minutes 3` watches memory for three minutes in the place of ten; `--short` shows in less than a minute that all of it works; `--postgres` keeps the
 * data in PostgreSQL and S3 instead of SQLite and a folder. The figures come as Markdown; `--write` puts
 * them in `docs/capacity.md`, in the place of those of before.
 */
const CAPACITY = fileURLToPath(new URL('../../docs/capacity.md', import.meta.url))

const say = (line: string): void => void process.stderr.write(`${line}\n`)

/** PostgreSQL and S3 of this run. */
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
// Only now: where the data is kept is decided when these are loaded.
const { runLoad } = await import('./load/run-load.ts')
const { describeLoad, failuresIn } = await import('./load/report.ts')
const minutes = Number(process.argv[process.argv.indexOf('--minutes') + 1])
const settings = process.argv.includes('--short')
  ? shortRun
  : { ...wholeRun, ...(process.argv.includes('--minutes') ? { watched: minutes * 60_000 } : {}) }
try {
  const report = await runLoad(settings, say)
  const text = describeLoad(report)
  console.log(text)
  if (process.argv.includes('--write')) await putFigures(CAPACITY, text)
  for (const failure of failuresIn(report)) {
    say(failure)
    process.exitCode = 1
  }
} finally {
  await closeShared()
}

import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import pg from 'pg'

const needed = (name: string): string => {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is missing: run these tests by pnpm test:postgres`)
  return value
}

const onServer = async <Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> => {
  const client = new pg.Client({ connectionString: needed('TRAZO_TEST_DATABASE_URL') })
  await client.connect()
  return work(client).finally(() => client.end())
}

const newName = (): string => `trazo_${randomUUID().replaceAll('-', '')}`

/** URLs must escape it. */
const ROLE_PASSWORD = 'cl@ve:/ñ?#'

/** Its members need a password. */
const GROUP = 'trazo_by_password'

const askForPasswords = async (client: pg.Client): Promise<void> => {
  await client.query(`create role ${GROUP}`).catch(() => undefined)
  const { rows } = await client.query<{ hba_file: string }>('show hba_file')
  const file = rows[0]?.hba_file ?? ''
  const rules = await readFile(file, 'utf8').catch(() => GROUP)
  if (rules.includes(GROUP)) return
  // The first matching rule applies.
  await writeFile(file, `local all +${GROUP} scram-sha-256\nhost all +${GROUP} all scram-sha-256\n${rules}`)
  await client.query('select pg_reload_conf()')
}

export const newDatabase = (encoding = 'UTF8'): Promise<string> =>
  onServer(async (client) => {
    const [role, database] = [newName(), newName()]
    await askForPasswords(client)
    await client.query(`create role ${role} login password '${ROLE_PASSWORD}' in role ${GROUP}`)
    // ICU supports only Unicode.
    const text = `encoding '${encoding}' locale 'C'${encoding === 'UTF8' ? '' : " locale_provider 'libc'"}`
    await client.query(`create database ${database} owner ${role} ${text} template template0`)
    const url = new URL(needed('TRAZO_TEST_DATABASE_URL'))
    url.username = role
    url.password = encodeURIComponent(ROLE_PASSWORD)
    url.pathname = `/${database}`
    return url.href
  })

export const newBucket = async (): Promise<Readonly<Record<string, string>>> => {
  const Bucket = `trazo-${randomUUID()}`
  const [S3_ENDPOINT, S3_REGION] = [needed('TRAZO_TEST_S3_ENDPOINT'), process.env.TRAZO_TEST_S3_REGION ?? 'us-east-1']
  const S3_ACCESS_KEY_ID = needed('TRAZO_TEST_S3_ACCESS_KEY_ID')
  const S3_SECRET_ACCESS_KEY = needed('TRAZO_TEST_S3_SECRET_ACCESS_KEY')
  const client = new S3Client({
    endpoint: S3_ENDPOINT,
    region: S3_REGION,
    credentials: { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY },
    forcePathStyle: true,
  })
  await client.send(new CreateBucketCommand({ Bucket }))
  client.destroy()
  return { S3_ENDPOINT, S3_REGION, S3_BUCKET: Bucket, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY }
}

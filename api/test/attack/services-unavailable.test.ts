import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { openBlobs, openSharedState } from '../../src/app/open-stores.ts'
import { parseApiEnvironment } from '../../src/platform/environment/environment.ts'
import { createLog } from '../../src/platform/logging.ts'
import { openSmtp } from '../../src/platform/mail/smtp-transport.ts'
import { createAdminLog } from '../../src/platform/monitoring/admin-log.ts'
import { deepestReason } from '../../src/platform/monitoring/watch-service.ts'
import { storedMail } from '../support/stored-mail.ts'

const PASSWORD = 'la-clave-de-fuera'

test('errors of an unavailable database, storage and mail server are logged without their passwords', async () => {
  let written = ''
  const sink = new Writable({
    write: (chunk, _encoding, done) => {
      written += String(chunk)
      done()
    },
  })
  const log = createLog('trace', sink)
  const dataDir = await mkdtemp(join(tmpdir(), 'trazo-away-'))
  // No server listens on port 9.
  const environment = parseApiEnvironment({
    DATA_DIR: dataDir,
    DATABASE_URL: `postgres://trazo:${PASSWORD}@127.0.0.1:9/trazo`,
    S3_ENDPOINT: 'http://127.0.0.1:9',
    S3_BUCKET: 'trazo',
    S3_REGION: 'us-east-1',
    S3_ACCESS_KEY_ID: 'trazo',
    S3_SECRET_ACCESS_KEY: PASSWORD,
    SMTP_URL: `smtp://trazo:${PASSWORD}@127.0.0.1:9`,
  })
  const logFailure = async (what: string, work: () => Promise<unknown>): Promise<void> => {
    try {
      await work()
    } catch (error) {
      log.error({ err: error, reason: deepestReason(error) }, `${what} is away`)
    }
  }
  await logFailure('database', () =>
    openSharedState({ environment, clock: Date.now, log, adminLog: createAdminLog(log) }),
  )
  const { blobs, close } = await openBlobs({ environment })
  await logFailure('storage', () => blobs.probe())
  close()
  const smtp = openSmtp({ url: environment.smtpUrl ?? '', from: environment.mailFrom, connections: 1 })
  await logFailure('mail', () => smtp.transport({ mail: storedMail(), attachment: null }))
  smtp.close()
  await rm(dataDir, { recursive: true })
  for (const what of ['database', 'storage', 'mail']) expect(written).toContain(`${what} is away`)
  expect(written).not.toContain(PASSWORD)
})

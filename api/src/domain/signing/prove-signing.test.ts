import { spawnSync } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SignatureError } from 'pdf/cms'
import { withTempDirAsync } from 'pdf/testing/node'
import { ensurePlatformPki } from '../pki/platform-pki.ts'
import { createPdfSigner } from './pdf-signer.ts'
import { proveSigning } from './prove-signing.ts'
import { createTestPki, testTime } from './test-support/signing.ts'

test('the startup check accepts a signer that signs, seals and verifies', async () => {
  await expect(proveSigning(createPdfSigner(await createTestPki()), testTime)).resolves.toBeUndefined()
})

test('the startup check stores no certificate in the register', async () => {
  const add = jest.fn(async () => {})
  const register = { add, find: async () => undefined, revoked: async () => [] }
  const signer = createPdfSigner(await createTestPki({ register }))
  const before = add.mock.calls.length
  await signer.selfTest(testTime)
  expect(add.mock.calls.length).toBe(before)
})

test.each([
  [
    new SignatureError('SIGNATURE_INVALID', 'x'),
    /la firma de prueba que acaba de hacer no pasó su propia verificación/,
  ],
  [new SignatureError('TIMESTAMP_REFUSED', 'x'), /el sello de tiempo de la firma de prueba no es válido/],
  [new Error('x'), /no se pudo hacer una firma de prueba\. Detalle: x/],
])('the startup check explains the failure in Spanish: %s', async (error, message) => {
  const failure = proveSigning({ selfTest: () => Promise.reject(error) }, testTime)
  await expect(failure).rejects.toThrow(message)
  await expect(failure).rejects.toMatchObject({ name: 'SigningUnavailableError', cause: error })
})

test('the startup check fails when a real test signature does not verify', async () => {
  const pki = await createTestPki()
  const stranger = await createTestPki()
  const broken = { ...pki, forChecks: () => ({ ...pki.forChecks(), root: stranger.root, roots: [stranger.root] }) }
  const failure = proveSigning(createPdfSigner(broken), testTime)
  await expect(failure).rejects.toThrow(/no pasó su propia verificación\. Detalle: .*certificate/)
})

test('the API exits with a one-line error when its signing keys are damaged', () =>
  withTempDirAsync(async (dataDir) => {
    const keys = join(dataDir, 'keys')
    await ensurePlatformPki(keys, { now: () => new Date() })
    expect(readdirSync(join(keys, 'platform'))).toContain('tsa.key')
    writeFileSync(join(keys, 'platform', 'tsa.key'), 'nada')
    const environment = { ...process.env, DATA_DIR: dataDir, API_PORT: '0', NODE_OPTIONS: '' }
    const main = join(__dirname, '../../app/main.ts')
    const { status, stderr } = spawnSync(process.execPath, [main], { env: environment, encoding: 'utf8' })
    expect(status).toBe(1)
    expect(stderr).toContain('No se pudo iniciar la API: las llaves de firma de la carpeta de datos están dañadas')
    expect(stderr.trim().split('\n')).toHaveLength(1)
  }))

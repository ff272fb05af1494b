/**
 * The ratio of the medians to a hash and a raw signature counts.
 * Memory is measured in separate processes.
 */

import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { concatBytes } from 'pdf'
import { createOneTimeKey } from 'pdf/cms/node'
import { prepareFields, samplePng } from 'pdf/sign'
import { ensurePlatformPki } from '../src/domain/pki/platform-pki.ts'
import { createPdfSigner, type PdfSigner } from '../src/domain/signing/pdf-signer.ts'
import { buildDocument, type DocumentShape } from './support/build-document.ts'
import { documentShapes, formatMilliseconds, medianOf, timeWork } from './support/measure.ts'

const MEMORY_SHAPE = documentShapes[2]
const ROUNDS = 41
const WARM_UP = 8
/** For the file with pictures. */
const LIMIT = 2

const field = { name: 'campo', page: 1, rect: { x: 0.1, y: 0.8, width: 0.3, height: 0.1 }, tooltip: 'Firma' }
const prepared = (shape: DocumentShape): Uint8Array => {
  const original = buildDocument(shape)
  return concatBytes([original, prepareFields(original, [field])])
}
const png = samplePng()
const sign = (signer: PdfSigner, document: Uint8Array) =>
  signer.sign({
    document,
    fieldName: field.name,
    signer: { name: 'Ana Rojas', email: 'ana@example.com' },
    appearancePng: png,
    signedAt: new Date(),
  })
const seal = (signer: PdfSigner, document: Uint8Array) =>
  signer.seal({ document, logHead: '00'.repeat(32), now: new Date() })

const openSigner = async <Result>(use: (signer: PdfSigner) => Promise<Result>): Promise<Result> => {
  const folder = await mkdtemp(join(tmpdir(), 'trazo-bench-'))
  try {
    return await use(createPdfSigner(await ensurePlatformPki(join(folder, 'keys'), { now: () => new Date() })))
  } finally {
    await rm(folder, { recursive: true })
  }
}

const measureTimes = async (signer: PdfSigner): Promise<boolean> => {
  const key = createOneTimeKey()
  let good = true
  for (const [title, shape] of documentShapes) {
    const document = prepared(shape)
    const floor = async () => key.sign(createHash('sha256').update(document).digest())
    const signed = concatBytes([document, (await sign(signer, document)).tail])
    const times = { floor: [] as number[], sign: [] as number[], seal: [] as number[] }
    for (let round = -WARM_UP; round < ROUNDS; round++) {
      const found = {
        floor: await timeWork(floor),
        sign: await timeWork(() => sign(signer, document)),
        seal: await timeWork(() => seal(signer, signed)),
      }
      if (round < 0) continue
      times.floor.push(found.floor)
      times.sign.push(found.sign)
      times.seal.push(found.seal)
    }
    const [base, one, closing] = [medianOf(times.floor), medianOf(times.sign), medianOf(times.seal)]
    const ratio = one / base
    console.log(
      `${title.padEnd(18)} hash and one signature ${formatMilliseconds(base)}; signing ${formatMilliseconds(one)}, ` +
        `${ratio.toFixed(2)} times; sealing ${formatMilliseconds(closing)}, ${(closing / base).toFixed(2)} times`,
    )
    if (title.startsWith('10 MB') && ratio > LIMIT) good = false
  }
  return good
}

const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(0)} MB`
/** maxRSS is in kilobytes. */
const peak = (): number => process.resourceUsage().maxRSS * 1024

const measureMemory = (): Promise<void> =>
  openSigner(async (signer) => {
    const [, shape] = MEMORY_SHAPE ?? []
    if (shape === undefined) throw new Error('no shape')
    await sign(signer, prepared({ pages: 1, imageBytes: 1000 }))
    const document = prepared(shape)
    const before = peak()
    await sign(signer, document)
    console.log(
      `memory at 10 MB     ${megabytes(peak())} at its worst, ${megabytes(peak() - before)} of it for signing`,
    )
  })

if (process.argv.includes('--memory')) await measureMemory()
else {
  const good = await openSigner(measureTimes)
  const { stdout, stderr } = spawnSync(process.execPath, [import.meta.filename, '--memory'], { encoding: 'utf8' })
  process.stdout.write(stdout)
  process.stderr.write(stderr)
  if (!good) process.exitCode = 1
}

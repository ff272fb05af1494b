/**
 * The ratio of the medians to three hashes counts. Uses
 * WebCrypto and the reader's inflate, as browsers do. Then
 * what the picture judge costs: it draws each page once for
 * each signature that something follows, and as it is now.
 */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { concatBytes } from 'pdf'
import { inflateInBrowser } from 'pdf/inflate'
import { judgePictures } from 'pdf/picture'
import { loadPdfium } from 'pdf/picture/node'
import { createPdfiumRenderer } from 'pdf/picture/pdfium'
import { prepareFields, samplePng } from 'pdf/sign'
import { type TrustedRoot, verifyPdf } from 'pdf/verify'
import { ensurePlatformPki, type PlatformPki } from '../src/domain/pki/platform-pki.ts'
import { createPdfSigner } from '../src/domain/signing/pdf-signer.ts'
import { buildDocument, type DocumentShape } from './support/build-document.ts'
import { documentShapes, formatMilliseconds, medianOf, timeWork } from './support/measure.ts'

const ROUNDS = 31
const WARM_UP = 8
const SIGNERS = ['Ana Rojas', 'José Pérez', 'Luis Araya']

const signByAll = async (pki: PlatformPki, shape: DocumentShape, sealed: boolean): Promise<Uint8Array<ArrayBuffer>> => {
  const signer = createPdfSigner(pki)
  const original = buildDocument(shape)
  const rect = (index: number) => ({ x: 0.1, y: 0.1 + index * 0.2, width: 0.3, height: 0.1 })
  const fields = SIGNERS.map((name, index) => ({ name: `campo_${index}`, page: 1, rect: rect(index), tooltip: name }))
  let document = concatBytes([original, prepareFields(original, fields)])
  for (const [index, { name: fieldName, tooltip: name }] of fields.entries()) {
    const person = { name, email: `persona${index}@example.com` }
    const input = { document, fieldName, signer: person, appearancePng: samplePng(), signedAt: new Date() }
    document = concatBytes([document, (await signer.sign(input)).tail])
  }
  if (!sealed) return new Uint8Array(document)
  const { tail } = await signer.seal({ document, logHead: '00'.repeat(32), now: new Date() })
  return new Uint8Array(concatBytes([document, tail]))
}

const verify = async (bytes: Uint8Array, roots: readonly TrustedRoot[]): Promise<void> => {
  const report = await verifyPdf(bytes, { roots, inflate: inflateInBrowser, now: new Date() })
  if (report.kind !== 'signed' || report.verdict !== 'valid') throw new Error('the document is valid')
}

const measure = async (pki: PlatformPki, title: string, shape: DocumentShape): Promise<void> => {
  const roots: TrustedRoot[] = pki.roots.map(({ raw }) => ({ certificate: new Uint8Array(raw), kind: 'platform' }))
  const signed = await signByAll(pki, shape, false)
  const sealed = await signByAll(pki, shape, true)
  const times = { hash: [] as number[], signed: [] as number[], sealed: [] as number[] }
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    const hash = await timeWork(() => crypto.subtle.digest('SHA-256', signed))
    const three = await timeWork(() => verify(signed, roots))
    const closed = await timeWork(() => verify(sealed, roots))
    if (round < 0) continue
    times.hash.push(hash)
    times.signed.push(three)
    times.sealed.push(closed)
  }
  const [base, three, closed] = [medianOf(times.hash), medianOf(times.signed), medianOf(times.sealed)]
  console.log(
    `${title.padEnd(18)} hashing once ${formatMilliseconds(base)}; three signatures ${formatMilliseconds(three)}, ` +
      `${(three / base).toFixed(1)} times; sealed ${formatMilliseconds(closed)}, ${(closed / base).toFixed(1)} times`,
  )
}

const PICTURE_ROUNDS = 3

const draw = async (pki: PlatformPki, title: string, shape: DocumentShape): Promise<void> => {
  const sealed = await signByAll(pki, shape, true)
  const report = await verifyPdf(sealed, { roots: [], inflate: inflateInBrowser, now: new Date() })
  const program = await loadPdfium()
  let drawn = 0
  const judge = async (): Promise<void> => {
    drawn = 0
    const pdfium = createPdfiumRenderer(program)
    const open: typeof pdfium.open = async (bytes) => {
      const file = await pdfium.open(bytes)
      const count: typeof file.draw = (page, limits) => {
        drawn++
        return file.draw(page, limits)
      }
      return { ...file, draw: count }
    }
    await judgePictures(sealed, report, { renderer: { open } })
  }
  const begun = process.memoryUsage().rss
  const times: number[] = []
  for (let round = 0; round < PICTURE_ROUNDS; round++) {
    const { user, system } = process.cpuUsage()
    await judge()
    const now = process.cpuUsage()
    times.push((now.user - user + now.system - system) / 1000)
  }
  const time = medianOf(times)
  const grown = (process.memoryUsage().rss - begun) / 1024 / 1024
  const perSecond = (drawn / time) * 1000
  console.log(
    `${title.padEnd(18)} pictures ${formatMilliseconds(time)} of the processor; ${drawn} drawn, ${perSecond.toFixed(0)} a second; ` +
      `${grown.toFixed(0)} MB more after ${PICTURE_ROUNDS} rounds`,
  )
}

const folder = await mkdtemp(join(tmpdir(), 'trazo-bench-'))
try {
  const pki = await ensurePlatformPki(join(folder, 'keys'), { now: () => new Date() })
  for (const [title, shape] of documentShapes) await measure(pki, title, shape)
  for (const [title, shape] of documentShapes) await draw(pki, title, shape)
} finally {
  await rm(folder, { recursive: true })
}

import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { judgePictures } from 'pdf/picture'
import { loadPictureRenderer } from 'pdf/picture/node'
import {
  type Attack,
  attacks,
  inkAttacks,
  type Means,
  overlayBySignature,
  overlayByStamp,
  sampleOf,
  sealedDocument,
} from 'pdf/testing/node'
import { describeReport, describeVerdict, type TrustedRoot, type VerificationReport } from 'pdf/verify'
import { VerificationReportSchema, verifyFileCall } from 'shared/contract/verify'
import * as v from 'valibot'
import { multipart } from '../../../test/support/people.ts'
import { closeTestServers, openTestServer, pathOf, type TestServer } from '../../../test/support/test-server.ts'
import { createPdfSigner } from '../signing/pdf-signer.ts'
import { createTestPki } from '../signing/test-support/signing.ts'

let server: TestServer
let means: Means
let roots: readonly TrustedRoot[]
let inBrowser: (bytes: Uint8Array) => Promise<VerificationReport>

const openWorker = async (): Promise<typeof inBrowser> => {
  const scope: { onmessage?: (event: { data: unknown }) => void; postMessage: (answer: unknown) => void } = {
    postMessage: () => undefined,
  }
  Object.assign(globalThis, { self: scope })
  await import(pathToFileURL(resolve(__dirname, '../../../../mf-signing/src/verify/verify-worker.ts')).pathname)
  return async (bytes) => {
    const answers: unknown[] = []
    const answered = new Promise((resolve, reject) => {
      scope.postMessage = (answer) => {
        answers.push(answer)
        if ((answer as { kind: string }).kind === 'report') resolve(answer)
      }
      Object.assign(globalThis, { reportError: reject })
    })
    const data = {
      bytes,
      authorities: { roots, intermediates: [] },
      revocation: { ocsps: [], crls: [] },
      now: means.now,
    }
    void scope.onmessage?.({ data })
    await answered
    const last = answers.at(-1) as { report: VerificationReport }
    return judgePictures(bytes, last.report, { renderer: await loadPictureRenderer() })
  }
}

beforeAll(async () => {
  server = await openTestServer()
  const { pki } = server.services
  const now = new Date(server.clock.now())
  const stranger = createPdfSigner(await createTestPki({ now: () => now }))
  means = { signer: createPdfSigner(pki), stranger, now }
  roots = [{ certificate: new Uint8Array(pki.root.raw), kind: 'platform' }]
  inBrowser = await openWorker()
})
afterAll(closeTestServers)

const overHttp = async (bytes: Uint8Array): Promise<VerificationReport> => {
  const { payload, headers } = await multipart([['file', { bytes, filename: 'Contrato.pdf' }]])
  const answer = await server.app.inject({ method: 'POST', url: pathOf(verifyFileCall), payload, headers })
  expect(answer.statusCode).toBe(200)
  return v.parse(VerificationReportSchema, answer.json())
}

/** The tests of `pdf` try all attacks. */
const sent = sampleOf(attacks, 6)

const judge = async (attack: Attack) => {
  const bytes = await attack(means)
  const here = await inBrowser(bytes)
  expect(here).toEqual(await overHttp(bytes))
  if (here.kind !== 'signed') throw new Error(`signed, not ${JSON.stringify(here)}`)
  return { report: here, victims: here.signatures.filter(({ field }) => /^(ana|luis|trazo-seal-1)$/.test(field)) }
}

test('the verification accepts an unchanged sealed document as valid', async () => {
  const { report, victims } = await judge(sealedDocument)
  expect(report.verdict).toBe('valid')
  expect(victims).toHaveLength(3)
})

test.each(sampleOf(inkAttacks, 6))(
  '%s: the server and the browser call no signature before it intact',
  async (_, attack, expected) => {
    const { report, victims } = await judge(attack)
    for (const victim of victims) {
      expect(victim.verdict).toBe(expected === 'told' ? 'changed' : 'suspicious')
      expect(describeVerdict(victim).text).not.toMatch(/intacto|no ha cambiado/)
    }
    expect(describeReport(report).text).not.toContain('intacto')
  },
)

test.each(sent)('%s: every signature is suspicious', async (_, attack) => {
  const { victims } = await judge(attack)
  expect(victims.map(({ verdict }) => verdict)).toEqual(['suspicious', 'suspicious', 'suspicious'])
})

test.each([
  ['an invisible time stamp', overlayByStamp, 'drawing-added', 'suspicious'],
  ['a stranger’s signature', overlayBySignature, 'signature-field-added', 'changed'],
] as const)(
  'k: the verification reports the place that %s covers on a page, and no text contains «intacto»',
  async (_, attack, kind, verdict) => {
    const { report, victims } = await judge(attack)
    for (const victim of victims) {
      expect(victim.verdict).toBe(verdict)
      expect(victim.changes).toContainEqual(
        expect.objectContaining({ kind, page: 1, rect: { x: 0, y: 0, width: 1, height: 1 } }),
      )
      expect(describeVerdict(victim).text).not.toContain('intacto')
    }
    expect(describeReport(report).text).not.toContain('intacto')
  },
)

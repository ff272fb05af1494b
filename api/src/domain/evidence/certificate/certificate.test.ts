import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openPdf } from 'pdf'
import { inflateWithNode } from 'pdf/node'
import { checkAccessibility, pdfsig, readOverview, runOn, testWith } from 'pdf/testing/node'
import { verifyPdf } from 'pdf/verify'
import { completionCertificateCall, evidenceCall } from 'shared/contract/evidence'
import { readStoredZip } from '#offline-verifier'
import { type Invited, startInvited } from '../../../../test/support/invited.ts'
import { renameSigners } from '../../../../test/support/participants.ts'
import { closeTestServers, pathOf, refuse, type TestServer } from '../../../../test/support/test-server.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../platform/clock.ts'
import { authenticateEarlierLogs } from '../../audit/authenticate-earlier-logs.ts'
import { readLog } from '../../audit/read-log.ts'
import { rechain, rewriteLog } from '../../audit/test-support/rewrite-log.ts'

afterEach(closeTestServers)

const signAll = async (invited: Invited): Promise<void> => {
  for (const field of [invited.ana, invited.luis]) await invited.sign(await invited.open(field.signer_email), field)
}

const fetchCertificate = async (server: TestServer, id: number, bearer: string): Promise<Buffer> => {
  const url = pathOf(completionCertificateCall, { id })
  const response = await server.app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${bearer}` } })
  if (response.statusCode !== 200) throw new Error(response.body)
  return response.rawPayload
}

const certificateOf = async (invited: Invited): Promise<Buffer> =>
  fetchCertificate(invited.server, invited.document.id, await invited.owner())

const rename = ({ services }: TestServer) =>
  services.db
    .updateTable('users')
    .set({ first_name: 'Presidencia', last_name: 'de la República', email: 'casa@presidencia.example' })
    .execute()

const textOf = (pdf: Uint8Array): string => runOn(pdf, 'pdftotext', ['-layout'], ['-']).output.replaceAll(/\s+/g, ' ')

const rowOf = ({ server, document }: Invited) =>
  server.services.db
    .selectFrom('completion_certificates')
    .selectAll()
    .where('document_id', '=', document.id)
    .executeTakeFirstOrThrow()

describe('the certificate of completion', () => {
  testWith(
    ['pdftotext'],
    'the certificate keeps the same bytes after accounts, signers and addresses are renamed',
    async () => {
      const invited = await startInvited()
      await signAll(invited)
      const first = await certificateOf(invited)
      const { server } = invited
      await rename(server)
      await renameSigners(server.services.db, { name: 'Otra', email: 'otra@x.example' })
      await server.services.db.updateTable('invitations').set({ email: 'otra@x.example' }).execute()
      await server.relay.tick()
      server.clock.advance(DAY_MS)
      const again = await certificateOf(invited)
      expect(again.equals(first)).toBe(true)
      const { rawPayload } = await server.app.inject({
        method: 'GET',
        url: pathOf(evidenceCall, { id: invited.document.id }),
        headers: { authorization: `Bearer ${await invited.owner()}` },
      })
      const files = readStoredZip(new Uint8Array(rawPayload))
      const named = (name: string) => files.find((file) => file.name === name)?.bytes ?? new Uint8Array()
      expect(Buffer.from(named('certificado-de-finalizacion.pdf')).equals(first)).toBe(true)
      for (const text of [textOf(first), new TextDecoder().decode(named('registro.txt'))]) {
        expect(text).toContain('María José Núñez <olga@example.com>')
        expect(text).not.toMatch(/Presidencia|presidencia|Otra/)
      }
    },
  )

  test('the certificate conforms to PDF/UA-1, also with the signature of the platform', async () => {
    const invited = await startInvited()
    await signAll(invited)
    const pdf = await certificateOf(invited)
    expect(Object.fromEntries(checkAccessibility(pdf))).toEqual({})
    const types = readOverview(openPdf(pdf, { inflate: inflateWithNode }))?.elements.map(({ type }) => type)
    expect(types?.filter((type) => /^(H.|Figure|Table|Form)$/.test(type))).toEqual([
      ...['H1', 'H2', 'Table', 'H2', 'H3', 'Figure', 'H3', 'Figure', 'H2', 'Table', 'Form', 'H2', 'Table'],
    ])
  })

  testWith(['pdfsig'], 'the platform signs and time-stamps the certificate', async () => {
    const invited = await startInvited()
    await signAll(invited)
    // The last signer's answer did not wait for the certificate.
    expect(await rowOf(invited)).toMatchObject({ state: 'pending', attempts: 0 })
    expect(await invited.server.completion.tick()).toBe(1)
    const pdf = await certificateOf(invited)
    expect(pdfsig(pdf)).toMatchObject([{ valid: true }])
    const { server } = invited
    const now = new Date(server.clock.now())
    const report = await verifyPdf(pdf, { ...server.services.verification.authorities, inflate: inflateWithNode, now })
    expect(report).toMatchObject({
      kind: 'signed',
      signatures: [{ kind: 'signature', level: 'B-T', problems: [], certificate: { name: 'Trazo Platform Evidence' } }],
    })
    expect(await rowOf(invited)).toMatchObject({ state: 'done', size: pdf.length })
    const kinds = (await readLog(server.services.db, invited.document.id)).map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind === 'certificate-issued')).toHaveLength(1)
    const anchors = await server.services.db.selectFrom('log_anchors').selectAll().execute()
    expect(anchors).toMatchObject([{ number: kinds.indexOf('certificate-issued') + 1 }])
  })

  test('simultaneous requests return one and the same certificate', async () => {
    const invited = await startInvited()
    const { server } = invited
    const broken = jest.spyOn(server.services.signer, 'certify').mockRejectedValue(new Error('no answer'))
    await signAll(invited)
    await server.completion.tick()
    expect(await rowOf(invited)).toMatchObject({ state: 'pending', attempts: 1, last_error: 'no answer' })
    broken.mockRestore()
    const [first, second] = await Promise.all([certificateOf(invited), certificateOf(invited)])
    expect(first.equals(second)).toBe(true)
    expect(await rowOf(invited)).toMatchObject({ state: 'done' })
    server.clock.advance(HOUR_MS)
    expect(await server.completion.tick()).toBe(0)
    expect((await certificateOf(invited)).equals(first)).toBe(true)
  })

  test('a later attempt issues a failed certificate, and repeated failures create an admin event', async () => {
    const invited = await startInvited()
    const { server } = invited
    const broken = jest.spyOn(server.services.signer, 'certify').mockRejectedValue(new Error('no answer'))
    await signAll(invited)
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      server.clock.advance(MINUTE_MS)
      expect(await server.completion.tick()).toBe(1)
    }
    expect(server.adminEvents.filter(({ event }) => event === 'certificate-not-issued')).toEqual([
      { event: 'certificate-not-issued', document: invited.document.id, attempts: 5 },
    ])
    broken.mockRestore()
    server.clock.advance(MINUTE_MS)
    expect(await server.completion.tick()).toBe(1)
    expect(await rowOf(invited)).toMatchObject({ state: 'done' })
  })

  test('an altered log gets no certificate and no further attempt', async () => {
    const invited = await startInvited()
    const { server, document } = invited
    const broken = jest.spyOn(server.services.signer, 'certify').mockRejectedValue(new Error('no answer'))
    await signAll(invited)
    broken.mockRestore()
    await rewriteLog(server.services.db, document.id, (entries) => entries.slice(0, -1))
    server.clock.advance(MINUTE_MS)
    expect(await server.completion.tick()).toBe(1)
    expect(await rowOf(invited)).toMatchObject({ state: 'failed', sha256: null })
    server.clock.advance(HOUR_MS)
    expect(await server.completion.tick()).toBe(0)
    const call = { bearer: await invited.owner(), params: { id: document.id } }
    expect(await refuse(server, completionCertificateCall, call)).toMatchObject({ code: 'EVIDENCE_LOG_ALTERED' })
  })

  test('the API returns the certificate named in the log, not a row that an attacker wrote', async () => {
    const invited = await startInvited()
    await signAll(invited)
    const first = await certificateOf(invited)
    const { server } = invited
    const other = await server.services.blobs.put(new TextEncoder().encode('%PDF-1.7 otro'))
    await server.services.db.updateTable('completion_certificates').set(other).execute()
    expect((await certificateOf(invited)).equals(first)).toBe(true)
    await server.services.db.deleteFrom('completion_certificates').execute()
    expect((await certificateOf(invited)).equals(first)).toBe(true)
  })

  testWith(
    ['pdftotext'],
    'the job issues a certificate for a document of an earlier version from its recorded data',
    async () => {
      const invited = await startInvited()
      const { server, document } = invited
      const { db } = server.services
      jest.spyOn(server.services.signer, 'certify').mockRejectedValueOnce(new Error('earlier versions made none'))
      await signAll(invited)
      await db.deleteFrom('log_anchors').execute()
      await db.deleteFrom('log_heads').execute()
      await rewriteLog(db, document.id, (entries) =>
        rechain(
          entries.map((entry) => {
            const { owner: _owner, owner_email: _email, ...data } = JSON.parse(entry.data)
            return { ...entry, data: JSON.stringify(data), format: 2, actor_name: null, actor_email: null }
          }),
        ),
      )
      // Simulates an earlier log with its seal.
      const sealed = (await readLog(db, document.id)).findIndex(({ kind }) => kind === 'document-sealed')
      const head = (await readLog(db, document.id))[sealed]?.previous_hash ?? ''
      await db.updateTable('seals').set({ log_head: head }).execute()
      const keys = join(server.dataDir, 'keys')
      await rm(join(keys, 'evidence', 'logs-authenticated'))
      await authenticateEarlierLogs({ ...server.services, keys })
      await rename(server)
      server.clock.advance(MINUTE_MS)
      expect(await server.completion.tick()).toBe(1)
      const text = textOf(await certificateOf(invited))
      expect(text).toContain('Propietario María José Núñez <olga@example.com>')
      expect(text).not.toContain('Presidencia')
      expect(text).toMatch(/Registro autenticado desde la entrada \d+ \(2026-01-31 18:00:00 UTC\)/)
    },
  )
})

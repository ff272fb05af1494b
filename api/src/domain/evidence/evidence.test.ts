import { createHash } from 'node:crypto'
import { inflateWithNode } from 'pdf/node'
import { screenDocument } from 'pdf/screen'
import { hasTool, qpdfStatus, runOn, testWith } from 'pdf/testing/node'
import { type Call, seenInvitationCall } from 'shared/contract'
import { completionCertificateCall, evidenceCall } from 'shared/contract/evidence'
import { headText, type LogEntry } from 'shared/contract/evidence-log'
import { checkEvidence, type EvidenceFile, readStoredZip } from '#offline-verifier'
import { type Invited, startInvited } from '../../../test/support/invited.ts'
import { renameSigners } from '../../../test/support/participants.ts'
import { registerPerson } from '../../../test/support/people.ts'
import { closeTestServers, pathOf, refuse, succeed } from '../../../test/support/test-server.ts'
import { readLog } from '../audit/read-log.ts'
import { ensurePlatformPki } from '../pki/platform-pki.ts'

afterEach(closeTestServers)

const completed = async (change: (invited: Invited) => Promise<unknown> = async () => {}): Promise<Invited> => {
  const invited = await startInvited()
  const { server } = invited
  await change(invited)
  for (const field of [invited.ana, invited.luis]) {
    const bearer = await invited.open(field.signer_email)
    await succeed(server, seenInvitationCall, { bearer, params: { fieldId: field.id }, body: {} })
    await server.app.inject({
      method: 'GET',
      url: `/home/api/files/${invited.document.id}/public_download`,
      headers: { authorization: `Bearer ${bearer}` },
    })
    await invited.sign(bearer, field)
    server.clock.advance(61_000)
  }
  await server.relay.tick()
  return invited
}

const fetchBytes = async (invited: Invited, call: Call): Promise<Uint8Array<ArrayBuffer>> => {
  const response = await invited.server.app.inject({
    method: 'GET',
    url: pathOf(call, { id: invited.document.id }),
    headers: { authorization: `Bearer ${await invited.owner()}` },
  })
  expect(response.statusCode).toBe(200)
  return new Uint8Array(response.rawPayload)
}

const sha256 = (data: Uint8Array | string): string => createHash('sha256').update(data).digest('hex')

const textOf = (pdf: Uint8Array): string => runOn(pdf, 'pdftotext', ['-layout'], ['-']).output.replaceAll(/ +/g, ' ')

const zipFiles = (bundle: Uint8Array<ArrayBuffer>): EvidenceFile[] => readStoredZip(bundle)

const fileNamed = (files: readonly EvidenceFile[], name: string): EvidenceFile => {
  const found = files.find((file) => file.name === name)
  if (found === undefined) throw new Error(`no ${name}`)
  return found
}

const utf8 = ({ bytes }: EvidenceFile): string => new TextDecoder().decode(bytes)

const checkOptions = ({ server }: Invited) => {
  const { authorities } = server.services.verification
  return { ...authorities, now: new Date(server.clock.now()) }
}

const certified = (log: readonly LogEntry[]): readonly LogEntry[] => {
  const issued = log.find(({ kind }) => kind === 'certificate-issued')
  return log.slice(0, JSON.parse(issued?.data ?? '').entries)
}

describe('the certificate of completion', () => {
  testWith(['pdftotext', 'qpdf'], 'the certificate lists signers, certificates, times and the whole log', async () => {
    const invited = await completed()
    const pdf = await fetchBytes(invited, completionCertificateCall)
    expect(qpdfStatus(pdf)).toBe(0)
    expect(screenDocument(pdf, { inflate: inflateWithNode }).findings).toEqual([])
    const { db } = invited.server.services
    const signatures = await db.selectFrom('signatures').selectAll().execute()
    const log = certified(await readLog(db, invited.document.id))
    const final = await db.selectFrom('revisions').selectAll().where('kind', '=', 'sealed').executeTakeFirstOrThrow()
    const text = textOf(pdf)
    for (const word of [
      'Certificado de finalización',
      'Contrato de alquiler.pdf',
      'María José Núñez <olga@example.com>',
    ])
      expect(text).toContain(word)
    expect(text).toContain(final.sha256)
    expect(text).toContain(log.at(-1)?.hash)
    expect(text).toContain('PAdES B-LTA')
    for (const { signer_name, certificate_serial } of signatures) {
      expect(text).toContain(signer_name)
      expect(text).toContain(certificate_serial)
    }
    expect(text).toContain('2026-01-31 18:00:00 UTC · 31/01/2026 12:00:00 en Costa Rica')
    expect(text.match(/^ *\d+ +\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/gm)).toHaveLength(log.length)
    expect(text).toContain('El firmante tuvo el documento a la vista')
    expect(text).toContain('127.0.0.1')
    const pictures = runOn(pdf, 'pdfimages', ['-list']).output.matchAll(/ image .* (\d+) +0 +\d+ +\d+ /g)
    // Two drawings, and the platform's empty one.
    expect(new Set([...pictures].map(([, object]) => object)).size).toBe(3)
  })

  testWith(['pdftotext'], 'the certificate and the signatures show names in any script', async () => {
    const invited = await completed(({ server, ana }) =>
      renameSigners(server.services.db, { name: '李明 Łukasz' }, ana.id),
    )
    expect(textOf(await fetchBytes(invited, completionCertificateCall))).toContain('李明 Łukasz')
    const document = fileNamed(zipFiles(await fetchBytes(invited, evidenceCall)), 'documento.pdf')
    const fonts = runOn(document.bytes, 'pdffonts', []).output
    expect(fonts).toMatch(/NotoSansHans-Regular +CID Type 0C +Identity-H +yes yes yes/)
    expect(fonts).toMatch(/NotoSans-Regular +CID TrueType +Identity-H +yes yes yes/)
    const text = textOf(document.bytes)
    expect(text).toContain('李明 Łukasz')
    expect(text).toContain('Luis Mata')
    expect(hasTool('pdfsig') ? runOn(document.bytes, 'pdfsig', ['-nocert']).output : 'is Valid').toContain('is Valid')
  })

  test('the API refuses certificate and bundle before completion, and always to other accounts', async () => {
    const invited = await startInvited()
    const { server } = invited
    const params = { id: invited.document.id }
    const { access_token: stranger } = await registerPerson(server, 'pedro')
    for (const call of [completionCertificateCall, evidenceCall]) {
      const early = await refuse(server, call, { bearer: await invited.owner(), params })
      expect(early).toMatchObject({ status: 409, code: 'EVIDENCE_NOT_READY' })
      expect(await refuse(server, call, { bearer: stranger, params })).toMatchObject({ status: 404 })
    }
  })
})

describe('the evidence bundle', () => {
  test('the bundle contains every revision, the log, the certificates and a page, with correct hashes', async () => {
    const invited = await completed()
    const bundle = await fetchBytes(invited, evidenceCall)
    const files = zipFiles(bundle)
    expect(files.map(({ name }) => name)).toEqual([
      'LEEME.txt',
      'documento.pdf',
      'certificado-de-finalizacion.pdf',
      'registro.jsonl',
      'cabeza.json',
      'registro.txt',
      'sellos.tlog-proof',
      'testigos.txt',
      'verificar.html',
      'firma-1.pem',
      'firma-2.pem',
      'sello-de-tiempo-3.pem',
      'raiz-1.pem',
      '1-cargado.pdf',
      '2-con-campos.pdf',
      '3-firmado.pdf',
      '4-firmado.pdf',
      '5-sellado.pdf',
      'huellas.txt',
    ])
    const sums = utf8(fileNamed(files, 'huellas.txt')).trim().split('\n')
    expect(sums.map((line) => line.split(' ')[0])).toEqual(files.slice(0, -1).map(({ bytes }) => sha256(bytes)))
    const { server } = invited
    expect(utf8(fileNamed(files, 'registro.txt'))).toContain('El firmante tuvo el documento a la vista')
    const seal = await server.services.db.selectFrom('seals').selectAll().executeTakeFirstOrThrow()
    expect(utf8(fileNamed(files, 'LEEME.txt'))).toContain(seal.log_head)
    const everything = utf8({ name: '', bytes: bundle })
    const tokens = (await server.services.db.selectFrom('invitations').select('token_hash').execute()).map(
      ({ token_hash }) => token_hash,
    )
    for (const secret of tokens) expect(everything).not.toContain(secret)
    expect(await fetchBytes(invited, evidenceCall)).toEqual(bundle)
  })

  testWith(['unzip'], 'unzip accepts the bundle as a valid ZIP file', async () => {
    const bundle = await fetchBytes(await completed(), evidenceCall)
    expect(runOn(bundle, 'unzip', ['-tqq']).status).toBe(0)
  })

  test('the bundle verifies as valid, and a selection without PDF, log or head as incomplete', async () => {
    const invited = await completed()
    const bundle = await fetchBytes(invited, evidenceCall)
    const options = checkOptions(invited)
    const whole = await checkEvidence([{ name: 'evidencia.zip', bytes: bundle }], options)
    expect(whole.findings.filter(({ tone }) => tone === 'bad' || tone === 'warning')).toEqual([])
    expect(whole.kind).toBe('valid')
    const toneOf = (name: string) => whole.findings.find(({ file }) => file === name)?.tone
    expect(['1-cargado.pdf', '2-con-campos.pdf', '3-firmado.pdf', '5-sellado.pdf'].map(toneOf)).toEqual(
      new Array(4).fill('good'),
    )
    expect(toneOf('certificado-de-finalizacion.pdf')).toBe('good')
    const files = zipFiles(bundle)
    const [log, pdf] = [fileNamed(files, 'registro.jsonl'), fileNamed(files, 'documento.pdf')]
    const head = fileNamed(files, 'cabeza.json')
    const three = await checkEvidence([log, head, pdf], options)
    expect(three.kind).toBe('valid')
    // Nothing is drawn here: nothing is said about what the pages show.
    const sealed = three.findings.find(({ file }) => file === 'documento.pdf')
    expect(sealed?.title).toBe('Las firmas corresponden a este documento.')
    expect(sealed?.details).toContainEqual(expect.stringContaining('no compara cómo se ve cada hoja'))
    expect((await checkEvidence([log, pdf], options)).kind).toBe('incomplete')
    expect((await checkEvidence([log, head], options)).kind).toBe('incomplete')
    expect((await checkEvidence([pdf], options)).kind).toBe('incomplete')
    expect((await checkEvidence([pdf, log, head], { ...options, roots: [] })).kind).toBe('incomplete')
  })

  test('verification reports a changed byte in the PDF or in the log', async () => {
    const invited = await completed()
    const options = checkOptions(invited)
    const files = zipFiles(await fetchBytes(invited, evidenceCall))
    const [log, pdf] = [fileNamed(files, 'registro.jsonl'), fileNamed(files, 'documento.pdf')]
    const flipped = (file: EvidenceFile, at: number): EvidenceFile => {
      const bytes = file.bytes.slice()
      bytes[at] = (bytes[at] ?? 0) ^ 1
      return { ...file, bytes }
    }
    for (const at of [200, 1000, 20_000, pdf.bytes.length - 4000]) {
      const { kind, findings } = await checkEvidence([log, flipped(pdf, at)], options)
      expect([at, kind]).toEqual([at, 'altered'])
      expect(findings.find(({ tone }) => tone === 'bad')?.file).toBe('documento.pdf')
    }
    const position = utf8(log).indexOf('203.0.113') >= 0 ? 0 : utf8(log).indexOf('127.0.0.1')
    const { kind, findings } = await checkEvidence([flipped(log, position), pdf], options)
    expect(kind).toBe('altered')
    expect(findings[0]?.title).toBe(
      'El registro fue alterado. La entrada 1 fue alterada: su huella no corresponde a lo que dice.',
    )
  })

  test('verification reports a log of another document, or a log cut before the seal, as altered', async () => {
    const invited = await completed()
    const other = await completed()
    const options = checkOptions(invited)
    const files = zipFiles(await fetchBytes(invited, evidenceCall))
    const pdf = fileNamed(files, 'documento.pdf')
    const log = fileNamed(files, 'registro.jsonl')
    const foreign = fileNamed(zipFiles(await fetchBytes(other, evidenceCall)), 'registro.jsonl')
    const short = { ...log, bytes: new TextEncoder().encode(`${utf8(log).split('\n').slice(0, 4).join('\n')}\n`) }
    for (const given of [foreign, short]) {
      const { kind, findings } = await checkEvidence([given, pdf], options)
      expect(kind).toBe('altered')
      expect(findings.map(({ title }) => title)).toContain(
        'El registro no es el que se selló con el documento: le faltan entradas o son otras.',
      )
    }
  })

  test('verification reports a log cut after the seal as altered when the signed head is present', async () => {
    const invited = await completed()
    await invited.server.anchors.tick()
    const options = checkOptions(invited)
    const files = zipFiles(await fetchBytes(invited, evidenceCall))
    const log = fileNamed(files, 'registro.jsonl')
    const others = files.filter((file) => file !== log)
    const lines = utf8(log).trim().split('\n')
    const short = { ...log, bytes: new TextEncoder().encode(`${lines.slice(0, -1).join('\n')}\n`) }
    const { kind, findings } = await checkEvidence([short, ...others], options)
    expect(kind).toBe('altered')
    expect(findings.map(({ title }) => title)).toContain(
      `El registro fue alterado. La plataforma firmó que termina en la entrada ${lines.length}, y aquí hay ${lines.length - 1}: se quitaron, agregaron o cambiaron entradas.`,
    )
    // Completeness needs the head.
    const withoutHead = others.filter(({ name }) => name === 'documento.pdf')
    expect((await checkEvidence([short, ...withoutHead], options)).kind).toBe('incomplete')
  })

  test('verification shows when each part of the log was time-stamped and rejects forged proofs', async () => {
    const invited = await completed()
    await invited.server.anchors.tick()
    const options = checkOptions(invited)
    const files = zipFiles(await fetchBytes(invited, evidenceCall))
    const [log, pdf, head] = ['registro.jsonl', 'documento.pdf', 'cabeza.json'].map((name) => fileNamed(files, name))
    if (log === undefined || pdf === undefined || head === undefined) throw new Error('a file is missing')
    const whole = await checkEvidence([log, pdf, head], options)
    expect(whole.kind).toBe('valid')
    const details = whole.findings.find(({ file }) => file === 'cabeza.json')?.details ?? []
    expect(details).toContain('Autenticado al escribirse desde la entrada 1')
    expect(details.at(-1)).toMatch(/^Entradas 1 a \d+: sello de tiempo 2026-01-31 18:02:02 UTC$/)
    const proof = JSON.parse(utf8(head))
    const { evidence } = await ensurePlatformPki(`${invited.server.dataDir}/otras`, {
      now: () => new Date(invited.server.clock.now()),
    })
    const stranger = evidence.certificates.map((der) => Buffer.from(der).toString('base64'))
    const forged = [
      { ...proof, head: { ...proof.head, signed_at: proof.head.signed_at + 1 } },
      { ...proof, head: { ...proof.head, ...evidence.sign(headText(proof.head)) }, certificates: stranger },
      { ...proof, certificates: [] },
      ...[
        { number: 1 },
        { path: [{ side: 'left', hash: proof.head.hash }] },
        { token: proof.certificates[0] },
        { batch: { ...proof.anchors[0].batch, made_at: 0 } },
      ].map((change) => ({ ...proof, anchors: [{ ...proof.anchors[0], ...change }] })),
    ]
    for (const each of forged) {
      const bytes = new TextEncoder().encode(JSON.stringify(each))
      expect((await checkEvidence([log, pdf, { ...head, bytes }], options)).kind).toBe('altered')
    }
  })

  test('verification rejects a head that a document signer’s certificate signed', async () => {
    const invited = await completed()
    const { server } = invited
    const options = checkOptions(invited)
    const files = zipFiles(await fetchBytes(invited, evidenceCall))
    const head = fileNamed(files, 'cabeza.json')
    const proof = JSON.parse(utf8(head))
    const signer = await server.services.pki.issueSignerCertificate({
      commonName: 'Trazo Platform Evidence',
      email: '',
      now: new Date(server.clock.now()),
    })
    const signature = Buffer.from(await signer.key.sign(new TextEncoder().encode(headText(proof.head))))
    const forged = {
      ...proof,
      head: { ...proof.head, key: sha256(signer.certificate.raw), signature: signature.toString('base64') },
      certificates: signer.certificates.map((der) => Buffer.from(der).toString('base64')),
    }
    const given = [
      { ...head, bytes: new TextEncoder().encode(JSON.stringify(forged)) },
      fileNamed(files, 'registro.jsonl'),
      fileNamed(files, 'documento.pdf'),
    ]
    expect((await checkEvidence(given, options)).kind).toBe('altered')
  })
})

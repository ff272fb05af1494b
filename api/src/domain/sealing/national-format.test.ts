import {
  closeDocument,
  makeNationalHierarchy,
  nationalForm,
  noEvidence,
  personOf,
  signAsPerson,
} from 'pdf/testing/node'
import type { NationalRule, UnjudgedReason } from 'pdf/verify/national'
import { getFileCall } from 'shared/contract'
import { loginCall } from 'shared/contract/accounts'
import { retrySealingCall } from 'shared/contract/sealing'
import { type CertifiedDocument, signBoth, startCertified } from '../../../test/support/certified.ts'
import { PASSWORD } from '../../../test/support/people.ts'
import { type NationalOffice, openNationalOffice } from '../../../test/support/stand-in-firmador/national-office.ts'
import { closeTestServers, succeed } from '../../../test/support/test-server.ts'
import { watchedThreads } from '../../../test/support/test-threads.ts'
import { OverloadError } from '../../platform/overload/overload-error.ts'
import { isBeyondSealing, NationalFormatError } from '../documents/format-problem.ts'
import { SEAL_ATTEMPTS_MAX } from '../jobs/seal-constants.ts'
import { sealPause } from '../jobs/seal-jobs.ts'
import { requireNationalFormat } from './seal-document.ts'

const at = new Date('2026-06-01T12:00:00Z')

let office: NationalOffice
beforeAll(async () => {
  office = await openNationalOffice()
})
afterAll(() => office.close())
afterEach(closeTestServers)

const judged = (
  outcome: 'met' | 'simulated' | 'not-judged' | 'not-met',
  rule: NationalRule,
  state: 'met' | 'not-met' | 'not-judged',
  reason?: UnjudgedReason,
) => ({ kind: 'judged' as const, outcome, rules: [{ rule, state, reason, about: [] }] })

test.each([
  [judged('met', 'store', 'met'), 'met'],
  [judged('simulated', 'hierarchy', 'not-judged', 'simulator'), 'simulated'],
  [judged('not-judged', 'hierarchy', 'not-judged', 'configured-authority'), 'not-judged'],
] as const)('a document with the format report %j may be completed', (format, outcome) => {
  expect(requireNationalFormat(format)).toBe(outcome)
})

test.each([
  [judged('not-met', 'store', 'not-met'), false],
  [judged('not-met', 'last-stamp', 'not-met'), false],
  [judged('not-met', 'revocation-data', 'not-met'), false],
  [judged('not-met', 'hierarchy', 'not-met'), true],
  [judged('not-met', 'time-stamps', 'not-met'), true],
  [judged('not-met', 'certificates', 'not-met'), true],
  [{ kind: 'unreadable' } as const, false],
  [{ kind: 'unsigned' } as const, false],
])('the report %j blocks completion, and the error is final only when no new seal can repair it', (format, isFinal) => {
  const found = (() => {
    try {
      return requireNationalFormat(format)
    } catch (error) {
      return error
    }
  })()
  expect(found).toBeInstanceOf(NationalFormatError)
  expect(isBeyondSealing(found)).toBe(isFinal)
})

type Judging = (request: { bytes: Uint8Array }) => void

const startJudged = async (change: { judging: Judging | undefined }): Promise<CertifiedDocument> => {
  const threads = watchedThreads((name, request) => {
    if (name === 'judge') change.judging?.(request as { bytes: Uint8Array })
  })
  return startCertified(office, { threads })
}

const fileOf = async ({ server, document }: CertifiedDocument) => {
  const { access_token: bearer } = await succeed(server, loginCall, { body: { username: 'olga', password: PASSWORD } })
  return succeed(server, getFileCall, { bearer, params: { id: document.id } })
}

const sealed = async ({ server }: CertifiedDocument) => {
  const row = server.services.db.selectFrom('audit_events').select('data').where('kind', '=', 'document-sealed')
  return (await row.execute()).map(({ data }) => JSON.parse(data))
}

const tickAgain = async ({ server }: CertifiedDocument, attempt: number) => {
  server.clock.advance(sealPause(attempt))
  await server.sealing.tick()
}

test('a seal that breaks a repairable format rule is written again before the document is completed', async () => {
  const change: { judging: Judging | undefined } = {
    judging: (request) => Object.assign(request, { bytes: Uint8Array.from([...request.bytes, 0x0a]) }),
  }
  const certified = await startJudged(change)
  await signBoth(certified, office)
  expect(await fileOf(certified)).toMatchObject({
    status: 'PROCESSING',
    sealing: {
      state: 'pending',
      reason:
        'No cumple el formato oficial: el sello de tiempo no cubre todo el archivo (código 12). Sellarlo de nuevo lo puede reparar.',
    },
  })
  expect(await sealed(certified)).toEqual([])
  expect(certified.server.delivered.map(({ mail }) => mail.kind)).not.toContain('document-completed')
  change.judging = undefined
  await tickAgain(certified, 2)
  expect(await fileOf(certified)).toMatchObject({ status: 'COMPLETED', sealing: null })
  expect(await sealed(certified)).toMatchObject([{ national_format: 'simulated' }])
})

test('a format rule that no seal can repair fails the document immediately; owner and administrators get the rule', async () => {
  const elsewhere = makeNationalHierarchy()
  const person = personOf(elsewhere)
  const signed = await signAsPerson(nationalForm(['ana']), { field: 'ana', person, hierarchy: elsewhere, at })
  const foreign = await closeDocument(signed, noEvidence, { hierarchy: elsewhere, at })
  const change: { judging: Judging | undefined } = {
    judging: (request) => Object.assign(request, { bytes: Uint8Array.from(foreign) }),
  }
  const certified = await startJudged(change)
  const { server, document } = certified
  await signBoth(certified, office)
  const { status, sealing } = await fileOf(certified)
  expect([status, sealing?.state]).toEqual(['FAILED', 'failed'])
  expect(sealing?.reason).toContain('hay firmas o sellos de tiempo de otra jerarquía (código 22)')
  expect(sealing?.reason).toContain('avisa a quien administra el servicio')
  expect(server.adminEvents.filter(({ event }) => event === 'sealing-given-up')).toMatchObject([
    { document: document.id, attempts: 1, problem: 'format', rules: expect.arrayContaining(['hierarchy']) },
  ])
  await server.relay.tick()
  const mails = server.delivered.filter(({ mail }) => mail.kind === 'sealing-failed')
  expect(mails).toHaveLength(1)
  expect(JSON.stringify(mails)).toContain('código 22')

  change.judging = undefined
  const { access_token: bearer } = await succeed(server, loginCall, { body: { username: 'olga', password: PASSWORD } })
  const retried = await succeed(server, retrySealingCall, { bearer, params: { id: document.id }, body: {} })
  expect(retried).toMatchObject({ status: 'COMPLETED', sealing: null })
})

test('a document fails when its national format cannot be judged in any sealing attempt', async () => {
  const crash: Judging = () => {
    throw new Error('the thread crashed')
  }
  const certified = await startJudged({ judging: crash })
  await signBoth(certified, office)
  for (let attempt = 2; attempt <= SEAL_ATTEMPTS_MAX; attempt += 1) await tickAgain(certified, attempt)
  expect(await fileOf(certified)).toMatchObject({
    status: 'FAILED',
    sealing: { reason: 'No se pudo revisar si cumple el formato oficial.' },
  })
})

test('an overloaded format check does not count as a sealing attempt', async () => {
  const change: { judging: Judging | undefined } = {
    judging: () => {
      throw new OverloadError('queue')
    },
  }
  const certified = await startJudged(change)
  await signBoth(certified, office)
  for (let attempt = 0; attempt <= SEAL_ATTEMPTS_MAX; attempt += 1) await tickAgain(certified, 5)
  expect(await fileOf(certified)).toMatchObject({ status: 'PROCESSING' })
  change.judging = undefined
  await tickAgain(certified, 5)
  expect(await fileOf(certified)).toMatchObject({ status: 'COMPLETED' })
})

import { getFileCall, listFieldsCall, listFilesCall, listInvitationsCall, type SignatureField } from 'shared/contract'
import type { Acknowledged } from '../acknowledged.ts'
import { look, pause } from '../calls.ts'
import { allSent, examineMails, type InHand } from '../examine-mails.ts'
import type { ServerUnderTest } from '../server-under-test.ts'
import { deleteField, invite, openInvitation, placeField, sign, upload } from '../steps.ts'
import { demand, Violation } from '../violation.ts'
import { jobsEnded } from './examine-set.ts'

/** Milliseconds. */
const FINISHING = 120_000

/** An upload without an answer may be there. */
const findUpload = async (target: ServerUnderTest, acknowledged: Acknowledged): Promise<void> => {
  const files = await look(target, listFilesCall, { bearer: acknowledged.bearer })
  acknowledged.documentId ??= files.find(({ original_filename }) => original_filename === acknowledged.filename)?.id
  if (acknowledged.documentId === undefined) await upload(target, acknowledged)
}

const signOne = async (target: ServerUnderTest, acknowledged: Acknowledged, field: SignatureField): Promise<void> => {
  const act = { fieldId: field.id, key: undefined }
  if (field.field_type === 'PRIMARY') return sign(target, acknowledged, { ...act, bearer: acknowledged.bearer })
  await sign(target, acknowledged, { ...act, bearer: await openInvitation(target, field.signer_email) })
}

const inviteMissing = async (
  target: ServerUnderTest,
  acknowledged: Acknowledged,
  fields: readonly SignatureField[],
): Promise<void> => {
  const call = { bearer: acknowledged.bearer, params: { id: acknowledged.documentId ?? 0 } }
  const invitations = await look(target, listInvitationsCall, call)
  for (const field of fields) {
    const isOpen = invitations.some(({ field_id, state }) => field_id === field.id && state === 'standing')
    if (!isOpen && field.field_type === 'SECONDARY') await invite(target, acknowledged, { field, repeats: false })
  }
}

/** Goes on where the answers end, as a person does. */
const finishDocument = async (target: ServerUnderTest, acknowledged: Acknowledged): Promise<void> => {
  const { bearer, number } = acknowledged
  await findUpload(target, acknowledged)
  const params = { id: acknowledged.documentId ?? 0 }
  const fieldsNow = () => look(target, listFieldsCall, { bearer, query: { user_file_id: String(params.id) } })
  for (const [id, state] of acknowledged.fields) if (state === 'deleting') await deleteField(target, acknowledged, id)
  if ((await fieldsNow()).length === 0)
    await placeField(target, acknowledged, { name: `firma-${number}-1`, kind: 'SECONDARY' })
  const open = (await fieldsNow()).filter(({ is_signed }) => !is_signed)
  await inviteMissing(target, acknowledged, open)
  await Promise.all(open.map((field) => signOne(target, acknowledged, field)))
  for (;;) {
    const { status } = await look(target, getFileCall, { bearer, params })
    demand(status !== 'FAILED', `document ${params.id} failed for good`)
    if (status === 'COMPLETED') break
    await pause()
  }
  acknowledged.isComplete = true
}

/** @throws Violation if a document cannot be completed, or a mail is not sent, in the time that is left */
export const finishWork = async (
  target: ServerUnderTest,
  scenarios: readonly Acknowledged[],
  inHand: InHand,
): Promise<void> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Violation('the documents are not finished')), FINISHING)
  })
  const db = await target.home.openDb()
  const work = async (): Promise<void> => {
    await Promise.all(scenarios.map((acknowledged) => finishDocument(target, acknowledged)))
    while (!((await jobsEnded(db)) && (await allSent(db)))) await pause()
    await examineMails(db, target.sink, inHand)
  }
  try {
    await Promise.race([work(), late])
  } finally {
    clearTimeout(timer)
    await db.destroy()
  }
}

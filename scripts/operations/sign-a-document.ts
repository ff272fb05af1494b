import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { downloadFrom, getJson, postJson } from './call-site.ts'
import { emptyPdf } from './empty-pdf.ts'
import { findInMail } from './people-mailbox.ts'

/** Milliseconds. */
const SEAL_TIMEOUT = 120_000
const POLL = 500

/** A black bar, as PNG. */
const DRAWING =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAADwAAAAYCAAAAACDqsGOAAAAFElEQVR42mNgGAWjYBSMglEwlAAABbgAAUwS8tcAAAAASUVORK5CYII='

export interface SignedDocument {
  readonly name: string
  readonly username: string
  readonly sha256: string
}

const PASSWORD = 'una clave larga de prueba'

const person = (username: string) => ({
  username,
  email: `${username}@example.com`,
  password: PASSWORD,
  password_confirmation: PASSWORD,
  first_name: 'Olga',
  last_name: 'Mora',
  phone: '+506 8888-8888',
})

/** @returns the bearer token of a session */
const logIn = (username: string): string => postJson('/api/auth/login/', { username, password: PASSWORD }).access_token

const upload = (token: string, file: string) => {
  writeFileSync(file, emptyPdf())
  return getJson('/home/api/files/', token, '-F', 'file_type_id=1', '-F', `file=@${file};type=application/pdf`)
}

/** Required before the first invitation. */
const confirmEmail = async (token: string, address: string): Promise<void> => {
  postJson('/api/auth/email/confirmation/', {}, token)
  const link = await findInMail(address, /\/email\/confirm#[\w-]+/)
  postJson('/api/auth/email/confirm/', { token: link.split('#')[1] })
}

const inviteGuest = (token: string, documentId: number, email: string): void => {
  const signer = { signer_name: 'Ana Rojas', signer_email: email }
  const placed = { field_id: 'field_1', field_type: 'SECONDARY', user_file_id: documentId, ...signer }
  const field = postJson('/home/api/signature-fields/', placed, token)
  const invitation = { email, signer_name: signer.signer_name, field_id: field.id }
  const ignored = { document_url: '', field_coordinates: null }
  postJson(`/home/api/files/${documentId}/send-invitation/`, { ...invitation, ...ignored }, token)
}

/** With the link of the mail alone, as a guest does. */
const signAsGuest = async (email: string): Promise<void> => {
  const link = new URL(await findInMail(email, /https:\/\/\S+\/sign\/[^\s"<]+/))
  const { access_token: token, signature_field: field } = getJson(
    `/home/api/validate-invitation-token?token=${link.searchParams.get('token')}`,
  )
  const path = `/home/api/digital-signatures/${field.id}/digital_sign/`
  postJson(path, { field_id: field.id, signature_data: DRAWING }, token)
}

const documentOf = (token: string, name: string) => {
  const documents: { original_filename: string }[] = getJson('/home/api/files/', token)
  return documents.find((one) => one.original_filename === name) as ReturnType<typeof getJson>
}

const waitForSeal = async (token: string, name: string) => {
  for (const end = Date.now() + SEAL_TIMEOUT; Date.now() < end; await pause(POLL)) {
    const document = documentOf(token, name)
    assert.notEqual(document.sealing?.state, 'failed', document.sealing?.reason)
    if (document.status === 'COMPLETED' && document.sealing === null) return document
  }
  throw new Error(`${name} was not sealed in time`)
}

/** @returns the verdict of `pdfsig` for each signature; it cannot check the document time stamp, which it calls unknown */
const verdictsOf = (file: string): string[] =>
  spawnSync('pdfsig', ['-nocert', file], { encoding: 'utf8' })
    .stdout.split(/^Signature #\d+:$/m)
    .slice(1)
    .filter((part) => !/Signature Type: unknown/.test(part))
    .map((part) => /Signature Validation: (.*)/.exec(part)?.[1] ?? part)

/** The bytes are those of the day it was sealed, and another program finds every signature valid. */
export const checkSignedDocument = (scratch: string, { name, username, sha256 }: SignedDocument): void => {
  const token = logIn(username)
  const document = documentOf(token, name)
  assert.equal(document?.sha256, sha256, `${name} is not as it was sealed`)
  const file = join(scratch, `bajado-${name}`)
  writeFileSync(file, downloadFrom(document.download_url, token))
  const verdicts = verdictsOf(file)
  console.log(`${name}: ${verdicts.join(' ')}`)
  assert.ok(verdicts.length > 0, `${name} has no signature`)
  for (const verdict of verdicts) assert.equal(verdict, 'Signature is Valid.')
}

/** A new owner uploads it, a guest with another address signs it, and it is sealed. */
export const makeSignedDocument = async (scratch: string, owner: string): Promise<SignedDocument> => {
  const name = `contrato-de-${owner}.pdf`
  const guest = `ana.${owner}@example.com`
  const { access_token: token } = postJson('/api/auth/register/', person(owner))
  await confirmEmail(token, `${owner}@example.com`)
  inviteGuest(token, upload(token, join(scratch, name)).id, guest)
  await signAsGuest(guest)
  const { sha256 } = await waitForSeal(token, name)
  return { name, username: owner, sha256 }
}

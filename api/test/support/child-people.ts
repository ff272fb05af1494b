import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  createFieldCall,
  downloadFileCall,
  type SignatureField,
  sendInvitationCall,
  type UserFile,
  uploadFileCall,
  validateInvitationCall,
} from 'shared/contract'
import { registerCall } from 'shared/contract/accounts'
import * as v from 'valibot'
import { ask, type ChildServer } from './child-server.ts'
import { drawing, multipart, PASSWORD } from './people.ts'
import { pathOf } from './test-server.ts'

export const register = (server: ChildServer, username = 'olga') =>
  ask(server, registerCall, {
    body: {
      username,
      first_name: 'Olga',
      last_name: 'Mora',
      email: `${username}@example.com`,
      phone: '+506 8888-8888',
      password: PASSWORD,
      password_confirmation: PASSWORD,
    },
  })

export const upload = async (server: ChildServer, bearer: string, bytes: Uint8Array): Promise<UserFile> => {
  const { payload, headers } = await multipart([
    ['file_type_id', '1'],
    ['file', { bytes, filename: 'Contrato.pdf' }],
  ])
  const response = await fetch(`${server.address}${uploadFileCall.path}`, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${bearer}` },
    body: Uint8Array.from(payload),
  })
  if (!response.ok) throw new Error(`the upload answered ${response.status}: ${await response.text()}`)
  return v.parse(uploadFileCall.reply, await response.json())
}

export const download = async (server: ChildServer, bearer: string, id: number): Promise<Buffer> => {
  const url = `${server.address}${pathOf(downloadFileCall, { id })}`
  const response = await fetch(url, { headers: { authorization: `Bearer ${bearer}` } })
  return Buffer.from(await response.arrayBuffer())
}

export const messages = async (dataDir: string, count: number): Promise<string[]> => {
  const folder = join(dataDir, 'outbox')
  for (;;) {
    const names = (await readdir(folder)).filter((name) => name.endsWith('.eml'))
    if (names.length >= count) return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

const unbroken = (message: string): string => message.replace(/=\r\n/g, '').replace(/=3D/g, '=')

export const tokenIn = (message: string): string => /[?&]token=([\w-]{43})/.exec(unbroken(message))?.[1] ?? ''

export const confirmTokenIn = (message: string): string =>
  /\/email\/confirm#([\w-]{43})/.exec(unbroken(message))?.[1] ?? ''

export const placeField = (
  server: ChildServer,
  bearer: string,
  documentId: number,
  name: string,
): Promise<SignatureField> =>
  ask(server, createFieldCall, {
    bearer,
    body: {
      field_id: `field_${name}`,
      field_type: 'SECONDARY',
      signer_name: name,
      signer_email: `${name}@example.com`,
      user_file_id: documentId,
    },
  })

export const invite = (server: ChildServer, bearer: string, documentId: number, name: string) =>
  ask(server, sendInvitationCall, {
    bearer,
    params: { id: documentId },
    body: {
      email: `${name}@example.com`,
      signer_name: name,
      document_url: '',
      field_id: `field_${name}`,
      field_coordinates: null,
    },
  })

export const open = (server: ChildServer, message: string) =>
  ask(server, validateInvitationCall, { query: { token: tokenIn(message) } })

export const signing = (fieldId: number) => ({
  params: { fieldId },
  body: { field_id: fieldId, signature_data: drawing() },
})

import { crc32, deflateSync } from 'node:zlib'
import { expect } from 'playwright/test'
import { digitalSignCall, type UserFile, validateInvitationCall } from 'shared/contract'
import * as v from 'valibot'
import type { OwnerApi } from './api.ts'
import type { Guest } from './people.ts'
import type { Trazo } from './trazo.ts'

const pngChunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

/** A black bar, as PNG. */
const drawing = (): string => {
  const [width, height] = [60, 24]
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const rows = Buffer.alloc(height * (width + 1))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const parts = [pngChunk('IHDR', header), pngChunk('IDAT', deflateSync(rows)), pngChunk('IEND', Buffer.alloc(0))]
  return `data:image/png;base64,${Buffer.concat([signature, ...parts]).toString('base64')}`
}

const ask = async (url: string, init: RequestInit = {}): Promise<unknown> => {
  const answer = await fetch(url, init)
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${text}`)
  return JSON.parse(text)
}

export const signByLink = async (trazo: Trazo, link: string): Promise<void> => {
  const token = new URL(link).searchParams.get('token') ?? ''
  const url = `${trazo.url}${validateInvitationCall.path}?${new URLSearchParams({ token })}`
  const { access_token, signature_field } = v.parse(validateInvitationCall.reply, await ask(url))
  await ask(`${trazo.url}${digitalSignCall.path.replace(':fieldId', String(signature_field.id))}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${access_token}` },
    body: JSON.stringify({
      field_id: signature_field.id,
      signature_data: drawing(),
    }),
  })
}

/** @returns the final PDF */
export const signedByAll = async (
  trazo: Trazo,
  api: OwnerApi,
  file: UserFile,
  guests: readonly Guest[],
): Promise<Buffer> => {
  const fields: number[] = []
  for (const [index, guest] of guests.entries()) fields.push(await api.addField(file, guest, { page: index + 1 }))
  for (const [index, guest] of guests.entries())
    await signByLink(trazo, await api.invite(file, fields[index] ?? 0, guest))
  // A busy server seals after the answer to the last signature.
  await expect.poll(async () => (await api.list()).find(({ id }) => id === file.id)?.status).toBe('COMPLETED')
  return api.download(file)
}

import { expect } from 'playwright/test'
import type { UserFile } from 'shared/contract'
import {
  createFieldCall,
  deleteFileCall,
  listFilesCall,
  type PublicLink,
  sendInvitationCall,
  shareFileCall,
  UserFileSchema,
  uploadFileCall,
} from 'shared/contract'
import { confirmEmailCall, registerCall, requestEmailConfirmationCall } from 'shared/contract/accounts'
import { setSigningOrderCall } from 'shared/contract/signing-order'
import * as v from 'valibot'
import { linkIn, mailTo } from './outbox.ts'
import type { Guest, Owner } from './people.ts'
import type { Trazo } from './trazo.ts'

export interface FieldOptions {
  readonly page?: number
  readonly own?: boolean
  /** Left, top, width, height, as fractions of the page. */
  readonly at?: readonly [number, number, number, number]
}

export interface OwnerApi {
  readonly token: string
  upload(name: string, bytes: Buffer): Promise<UserFile>
  list(): Promise<UserFile[]>
  delete(id: number): Promise<void>
  download(file: UserFile): Promise<Buffer>
  /** `readMail` resolves once the mail has arrived. */
  confirmEmail(readMail: () => Promise<string>): Promise<void>
  addField(file: UserFile, guest: Guest, options?: FieldOptions): Promise<number>
  share(file: UserFile, link?: Partial<PublicLink>): Promise<void>
  /** Field ids of each step. */
  setOrder(file: UserFile, steps: number[][]): Promise<void>
  invite(file: UserFile, fieldId: number, guest: Guest): Promise<string>
}

const expectOk = async (answer: Response): Promise<unknown> => {
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}: ${text}`)
  return JSON.parse(text)
}

type Post = (path: string, body: unknown) => Promise<unknown>

const jsonPost =
  ({ url }: Trazo, token?: string): Post =>
  async (path, body) =>
    expectOk(
      await fetch(`${url}${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) },
        body: JSON.stringify(body),
      }),
    )

const ofFile = (path: string, id: number): string => path.replace(':id', String(id))

type FileCalls = Pick<OwnerApi, 'upload' | 'list' | 'delete' | 'download'>

const fileCalls = ({ url }: Trazo, token: string): FileCalls => {
  const headers = { Authorization: `Bearer ${token}` }
  return {
    async upload(name, bytes) {
      const form = new FormData()
      form.append('file_type_id', '1')
      form.append('file', new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }), name)
      const answer = await fetch(`${url}${uploadFileCall.path}`, { method: 'POST', headers, body: form })
      return v.parse(UserFileSchema, await expectOk(answer))
    },
    async list() {
      return v.parse(listFilesCall.reply, await expectOk(await fetch(`${url}${listFilesCall.path}`, { headers })))
    },
    async delete(id) {
      await expectOk(await fetch(`${url}${ofFile(deleteFileCall.path, id)}`, { method: 'DELETE', headers }))
    },
    async download(file) {
      const answer = await fetch(`${url}${file.download_url}`, { headers })
      if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}`)
      return Buffer.from(await answer.arrayBuffer())
    },
  }
}

type SigningCalls = Pick<OwnerApi, 'addField' | 'share' | 'setOrder' | 'invite'>

const signingCalls = ({ url, dataDir }: Trazo, token: string, post: Post): SigningCalls => ({
  async addField(file, guest, { page = 1, own = false, at = [0.1, 0.6, 0.4, 0.08] } = {}) {
    const [x_relative, y_relative, width_relative, height_relative] = at
    const field = {
      field_id: `field_${guest.email}_${page}`,
      field_type: own ? 'PRIMARY' : 'SECONDARY',
      signer_name: guest.name,
      signer_email: guest.email,
      x_relative,
      y_relative,
      width_relative,
      height_relative,
      page,
      user_file_id: file.id,
    }
    return v.parse(createFieldCall.reply, await post(createFieldCall.path, field)).id
  },
  async share(file, link = { mode: 'sign' }) {
    await post(ofFile(shareFileCall.path, file.id), link)
  },
  async setOrder(file, steps) {
    const answer = await fetch(`${url}${ofFile(setSigningOrderCall.path, file.id)}`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      body: JSON.stringify({ mode: 'ordered', steps }),
    })
    await expectOk(answer)
  },
  async invite(file, fieldId, guest) {
    const body = {
      email: guest.email,
      signer_name: guest.name,
      document_url: '',
      field_id: fieldId,
      field_coordinates: null,
    }
    await post(ofFile(sendInvitationCall.path, file.id), body)
    return linkIn(await mailTo(dataDir, guest.email, /firma/i))
  },
})

export const ownerApi = async (trazo: Trazo, owner: Owner): Promise<OwnerApi> => {
  const registered = await jsonPost(trazo)(registerCall.path, {
    username: owner.username,
    first_name: owner.firstName,
    last_name: owner.lastName,
    email: owner.email,
    phone: '+506 8888 8888',
    password: owner.password,
    password_confirmation: owner.password,
  })
  const token = v.parse(registerCall.reply, registered).access_token
  const post = jsonPost(trazo, token)
  return {
    token,
    ...fileCalls(trazo, token),
    ...signingCalls(trazo, token, post),
    async confirmEmail(readMail) {
      await post(requestEmailConfirmationCall.path, {})
      const linkToken = async () =>
        /\/email\/confirm#([\w-]{43})/.exec((await readMail()).replace(/=\r\n/g, '').replaceAll('=3D', '='))?.[1]
      await expect.poll(linkToken).toBeDefined()
      await post(confirmEmailCall.path, { token: await linkToken() })
    },
  }
}

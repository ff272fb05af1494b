import { useEffect, useState } from 'react'
import type { ReplyOf } from 'shared/contract'
import { previewInvitationCall } from 'shared/contract/signing-order'
import { messageOf, request } from 'shared/http'
import { untilGone } from '../../../ui/until-gone.ts'

export type MailPreview = ReplyOf<typeof previewInvitationCall>

export type PreviewLoad =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly mail: MailPreview }
  | { readonly kind: 'failed'; readonly message: string }

export interface MessagePreviewRequest {
  readonly fileId: number
  readonly fieldId: number
  readonly message: string | undefined
}

const askFor = async ({ fileId, fieldId, message }: MessagePreviewRequest): Promise<PreviewLoad> => {
  try {
    const body = { field_id: fieldId, message }
    const mail = await request(previewInvitationCall, { bearer: 'session', params: { id: fileId }, body })
    return { kind: 'ready', mail }
  } catch (error) {
    return { kind: 'failed', message: messageOf(error) }
  }
}

export const useMessagePreview = ({ fileId, fieldId, message }: MessagePreviewRequest) => {
  const [load, setLoad] = useState<PreviewLoad>({ kind: 'loading' })
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    setLoad({ kind: 'loading' })
    return untilGone(askFor({ fileId, fieldId, message }), setLoad)
  }, [fileId, fieldId, message, attempt])
  return { load, again: () => setAttempt((count) => count + 1) }
}

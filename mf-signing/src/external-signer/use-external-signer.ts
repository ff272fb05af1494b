import { useEffect, useEffectEvent, useState } from 'react'
import type { SignatureResult } from 'shared/contract'
import { CONSENT_VERSION } from 'shared/contract/consent'
import { type Bearer, HttpError, isAbort, messageOf, saveBlob } from 'shared/http'
import { externalSignerApi } from 'shared/http/own-program'
import { useLatest } from 'shared/state'
import { externalSignerTexts } from './constants.ts'

export interface ExternalSignerProps {
  readonly fieldId: number
  readonly documentName: string
  /** Identification that the certificate must carry. */
  readonly asked?: string | undefined
  /** Saves the draft to download. */
  readonly fill?: (() => Promise<void>) | undefined
  readonly withBearer: <T>(call: (bearer: Bearer) => Promise<T>) => Promise<T>
  readonly shown: () => Promise<string | undefined>
  readonly onSigned: (result: SignatureResult) => void
  readonly onClose: () => void
}

interface Sent {
  readonly sent: number
  readonly total: number
}

type Work = { readonly kind: 'none' } | { readonly kind: 'downloading' } | ({ readonly kind: 'sending' } & Sent)

interface Refusal {
  readonly message: string
  readonly outdated: boolean
}

const IDLE: Work = { kind: 'none' }

const copyRefusal = (error: unknown): Refusal => ({
  message: messageOf(error),
  outdated: error instanceof HttpError && (error.code === 'COPY_OUTDATED' || error.code === 'COPY_FORM_CHANGED'),
})

const MOVED_ON: Refusal = { message: externalSignerTexts.movedOn, outdated: true }

const copyNameOf = (documentName: string): string => documentName.replace(/(?:\.pdf)?$/i, ' (para firmar).pdf')

const useWatch = (base: string | undefined, look: () => Promise<void>): void => {
  const onReturn = useEffectEvent(() => {
    if (base !== undefined && document.visibilityState === 'visible') void look().catch(() => undefined)
  })
  useEffect(() => {
    const controller = new AbortController()
    for (const event of ['focus', 'visibilitychange'])
      window.addEventListener(event, () => onReturn(), { signal: controller.signal })
    return () => controller.abort()
  }, [])
}

export const useExternalSigner = (props: ExternalSignerProps) => {
  const { fieldId, documentName, withBearer } = props
  const [base, setBase] = useState<string>()
  const [work, setWork] = useState<Work>(IDLE)
  const [refusal, setRefusal] = useState<Refusal>()
  const [result, setResult] = useState<SignatureResult>()
  const latest = useLatest(props)
  const [controller] = useState(() => new AbortController())

  const newest = async () => (await withBearer((bearer) => externalSignerApi.state(fieldId, bearer))).sha256
  useWatch(base, async () => {
    if (work.kind === 'none' && result === undefined && (await newest()) !== base) setRefusal(MOVED_ON)
  })
  const attempt = async (begun: Work, act: () => Promise<void>) => {
    setWork(begun)
    setRefusal(undefined)
    try {
      await act()
    } catch (error) {
      if (!isAbort(error)) setRefusal(copyRefusal(error))
    }
    setWork(IDLE)
  }
  const download = () =>
    attempt({ kind: 'downloading' }, async () => {
      await latest.current.fill?.()
      const copy = await withBearer((bearer) => externalSignerApi.copy(fieldId, bearer))
      saveBlob(copy.blob, copyNameOf(documentName))
      setBase(copy.sha256)
    })
  const send = (file: File) =>
    attempt({ kind: 'sending', sent: 0, total: file.size }, async () => {
      const now = await newest()
      // A copy may be from an earlier visit.
      if (base !== undefined && now !== base) return setRefusal(MOVED_ON)
      const shown = await latest.current.shown()
      const copy = { fieldId, base: now, shown, consent: CONSENT_VERSION, file }
      const onSent = (sent: number, total: number) => setWork({ kind: 'sending', sent, total })
      const signed = await withBearer((bearer) =>
        externalSignerApi.send(copy, bearer, { onSent, signal: controller.signal }),
      )
      setResult(signed)
      latest.current.onSigned(signed)
    })
  return { base, work, refusal, result, download, send }
}

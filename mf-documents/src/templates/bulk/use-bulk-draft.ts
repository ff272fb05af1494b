import { useReducer, useState } from 'react'
import { messageOf } from 'shared/http'
import { type BulkMapping, bulkApi, type TemplateSummary } from 'shared/http/deferred'
import { useRequestKey } from 'shared/state'
import { encodeFile, moveDraft } from './bulk-draft.ts'

export const useBulkDraft = (template: TemplateSummary, onStarted: () => void) => {
  const [draft, move] = useReducer(moveDraft, { step: 'file' })
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const keyOf = useRequestKey()
  const run = async (work: () => Promise<void>) => {
    setBusy(true)
    setProblem(undefined)
    try {
      await work()
    } catch (error) {
      setProblem(messageOf(error))
    }
    setBusy(false)
  }
  const read = (bytes: Uint8Array) =>
    run(async () => {
      const file = encodeFile(bytes)
      move({ kind: 'read', file, preview: await bulkApi.preview(template.id, file) })
    })
  const map = (file: string, mapping: BulkMapping) =>
    run(async () => move({ kind: 'mapped', file, preview: await bulkApi.preview(template.id, file, mapping) }))
  const start = () =>
    run(async () => {
      if (draft.step !== 'confirm') return
      const { file, leaveOut, preview } = draft
      const body = {
        file,
        mapping: preview.mapping,
        template_version: preview.template_version,
        leave_out_problems: leaveOut,
      }
      await bulkApi.create(template.id, { ...body, request_key: keyOf(JSON.stringify(body)) })
      onStarted()
    })
  const back = () => {
    setProblem(undefined)
    move({ kind: 'back' })
  }
  return { draft, busy, problem, setProblem, read, map, start, back, move }
}

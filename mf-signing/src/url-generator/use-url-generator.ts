import { useEffect, useRef, useState } from 'react'
import type { UserFile } from 'shared/contract'
import { filesApi, isNotFound, messageOf } from 'shared/http'
import { useLatest } from 'shared/state'
import { urlTexts } from './constants.ts'
import type { DocumentPreview } from './documents/preview.ts'
import { useDocumentPreview } from './documents/use-preview.ts'
import type { GenerationState } from './generate/generation.ts'
import { useGeneration } from './generate/use-generation.ts'
import { notifyResult } from './notify-result.ts'
import { readOnly } from './sharing/link-choice.ts'
import { useEnding } from './sharing/use-ending.ts'

type Find = () => HTMLElement | null | undefined

/** Keeps the focus if the user moved it. */
const useFocusLater = (): ((find: Find) => void) => {
  const wanted = useRef<Find>(undefined)
  useEffect(() => {
    const find = wanted.current
    wanted.current = undefined
    if (find && document.activeElement === document.body) find()?.focus()
  })
  return (find) => {
    wanted.current = find
  }
}

const usePlaces = () => ({
  input: useRef<HTMLInputElement>(null),
  heading: useRef<HTMLHeadingElement>(null),
  list: useRef<HTMLUListElement>(null),
})

type Places = ReturnType<typeof usePlaces>

const useFocusOnOutcome = (
  { heading, input }: Places,
  row: (id: number) => HTMLElement | null | undefined,
  { kind }: GenerationState,
  preview: DocumentPreview,
): void => {
  useEffect(() => {
    if (kind === 'generated' || kind === 'choosing') heading.current?.focus()
    if (kind === 'refused') input.current?.focus()
  }, [kind, heading, input])

  const firstAdded = preview.kind === 'ready' ? preview.added[0]?.id : undefined
  const latest = useLatest(row)
  useEffect(() => {
    if (firstAdded !== undefined) latest.current(firstAdded)?.focus()
  }, [firstAdded])
}

export const useUrlGenerator = () => {
  const places = usePlaces()
  const focusLater = useFocusLater()
  const [preview, list] = useDocumentPreview()
  const [link, setLink] = useState(readOnly)
  const [generation, dispatch] = useGeneration({ link, onShared: list.update, onGone: list.forget })
  const row = (id: number) => places.list.current?.querySelector<HTMLElement>(`[data-document="${id}"]`)
  const rowAction = (id: number) => row(id)?.querySelector('button') ?? places.input.current

  const update = (file: UserFile) => {
    list.update(file)
    dispatch({ kind: 'updated', file })
  }
  const forget = (id: number) => {
    focusLater(() => places.input.current)
    list.forget(id)
  }

  const endedFrom = useRef<'result' | 'row'>('row')
  const ending = useEnding({
    onEnded: (file) => {
      focusLater(() => (endedFrom.current === 'row' ? rowAction(file.id) : places.input.current))
      update(file)
    },
    onGone: forget,
  })
  const askToEnd = (file: UserFile, from: 'result' | 'row') => {
    endedFrom.current = from
    ending.ask(file)
  }

  const shareRow = async ({ id }: UserFile): Promise<void> => {
    try {
      const shared = await filesApi.share(id, link)
      focusLater(() => rowAction(id))
      notifyResult({ type: 'success', message: urlTexts.generated(link) })
      update(shared)
    } catch (error) {
      notifyResult({ type: 'error', message: messageOf(error) })
      if (isNotFound(error)) forget(id)
    }
  }

  useFocusOnOutcome(places, row, generation, preview)
  return { places, preview, list, generation, dispatch, ending, askToEnd, shareRow, link, setLink }
}

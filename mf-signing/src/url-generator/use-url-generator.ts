import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { UserFile } from 'shared/contract'
import { filesApi, messageOf } from 'shared/http'
import { notify } from 'shared/state'
import { urlTexts } from './constants.ts'
import type { Generation } from './generation.ts'
import { isGone } from './is-gone.ts'
import { readOnly } from './link-choice.ts'
import type { Preview } from './preview.ts'
import { useEnding } from './use-ending.ts'
import { useFocusLater } from './use-focus-later.ts'
import { useGeneration } from './use-generation.ts'
import { usePreview } from './use-preview.ts'

/** Focus targets; not always mounted. */
const usePlaces = () => ({
  input: useRef<HTMLInputElement>(null),
  /** Heading of the generated URL or of the choices. */
  heading: useRef<HTMLHeadingElement>(null),
  list: useRef<HTMLUListElement>(null),
})

type Places = ReturnType<typeof usePlaces>

/** Moves the focus to the result. */
const useFocusOnOutcome = (
  { heading, input }: Places,
  row: (id: number) => HTMLElement | null | undefined,
  { kind }: Generation,
  preview: Preview,
): void => {
  useEffect(() => {
    if (kind === 'generated' || kind === 'choosing') heading.current?.focus()
    if (kind === 'refused') input.current?.focus()
  }, [kind, heading, input])

  // Focuses the first added row.
  const firstAdded = preview.kind === 'ready' ? preview.added[0]?.id : undefined
  const latest = useRef(row)
  useLayoutEffect(() => {
    latest.current = row
  })
  useEffect(() => {
    if (firstAdded !== undefined) latest.current(firstAdded)?.focus()
  }, [firstAdded])
}

/** Keeps form, list and confirmation in sync. */
export const useUrlGenerator = () => {
  const places = usePlaces()
  const focusLater = useFocusLater()
  const [preview, list] = usePreview()
  const [link, setLink] = useState(readOnly)
  const [generation, dispatch] = useGeneration({ link, onShared: list.tell, onGone: list.forget })
  const row = (id: number) => places.list.current?.querySelector<HTMLElement>(`[data-document="${id}"]`)
  const rowAction = (id: number) => row(id)?.querySelector('button') ?? places.input.current

  const tell = (file: UserFile) => {
    list.tell(file)
    dispatch({ kind: 'told', file })
  }
  const forget = (id: number) => {
    focusLater(() => places.input.current)
    list.forget(id)
  }

  const endedFrom = useRef<'result' | 'row'>('row')
  const ending = useEnding({
    onEnded: (file) => {
      focusLater(() => (endedFrom.current === 'row' ? rowAction(file.id) : places.input.current))
      tell(file)
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
      notify({ type: 'success', message: urlTexts.generated(link) })
      tell(shared)
    } catch (error) {
      notify({ type: 'error', message: messageOf(error, urlTexts.generateFailed) })
      if (isGone(error)) forget(id)
    }
  }

  useFocusOnOutcome(places, row, generation, preview)
  return { places, preview, list, generation, dispatch, ending, askToEnd, shareRow, link, setLink }
}

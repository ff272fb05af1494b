import { useEffect, useState } from 'react'
import { MAX_LENGTHS, type UserFile } from 'shared/contract'
import { filesApi, reportUnknown } from 'shared/http'
import { SUGGEST_PAUSE_MS, SUGGESTIONS_FETCHED, SUGGESTIONS_MAX } from '../constants.ts'
import { isBlankName, suggestFiles } from '../generate/file-name.ts'

const none: readonly UserFile[] = []

/** Undefined disables it. A failure means no suggestions. */
export const useSuggestions = (text: string | undefined): readonly UserFile[] => {
  const [found, setFound] = useState(none)
  useEffect(() => {
    if (text === undefined || isBlankName(text)) return setFound(none)
    const stop = new AbortController()
    const q = text.trim().slice(0, MAX_LENGTHS.search)
    const timer = setTimeout(() => {
      filesApi.find({ q, sort: 'newest', limit: String(SUGGESTIONS_FETCHED) }, stop.signal).then(
        ({ documents }) => stop.signal.aborted || setFound(suggestFiles(documents, q, SUGGESTIONS_MAX)),
        (error: unknown) => {
          reportUnknown(error)
          if (!stop.signal.aborted) setFound(none)
        },
      )
    }, SUGGEST_PAUSE_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [text])
  return found
}

import { type RefObject, useMemo } from 'react'
import { MAX_LENGTHS, type UserFile } from 'shared/contract'
import { formatLongDate } from '../../format.ts'
import { Combobox, type ComboboxSuggestion } from '../../ui/Combobox.tsx'
import { urlTexts } from '../constants.ts'

export interface NameFieldProps {
  readonly name: string
  readonly error: string | undefined
  readonly suggestions: readonly UserFile[]
  readonly inputRef: RefObject<HTMLInputElement | null>
  readonly onName: (name: string) => void
  readonly onPick: (file: UserFile) => void
}

const toSuggestion = (file: UserFile): ComboboxSuggestion => ({
  id: file.id,
  text: file.original_filename,
  detail: `${formatLongDate(file.uploaded_at)}${file.is_shared ? ` · ${urlTexts.isPublic}` : ''}`,
})

export function NameField({ name, error, suggestions, inputRef, onName, onPick }: NameFieldProps) {
  const options = useMemo(() => suggestions.map(toSuggestion), [suggestions])
  return (
    <Combobox
      label="Nombre del archivo"
      ref={inputRef}
      value={name}
      error={error}
      spellCheck={false}
      enterKeyHint="go"
      maxLength={MAX_LENGTHS.filenameQuery}
      suggestions={options}
      listLabel="Documentos sugeridos"
      countText={(count) => (count === 1 ? '1 documento sugerido' : `${count} documentos sugeridos`)}
      onChange={(event) => onName(event.target.value)}
      onPick={(id) => {
        const file = suggestions.find((one) => one.id === id)
        if (file) onPick(file)
      }}
    />
  )
}

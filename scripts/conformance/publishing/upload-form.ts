import type { TinyRelease } from './tiny-release.ts'

interface FormChange {
  /** Members of the first part. */
  readonly head?: object
  /** In place of the first part. */
  readonly first?: string
  readonly without?: string
  /** Sent after the others, with their names. */
  readonly more?: readonly (readonly [name: string, content: string])[]
}

/** The multipart body of a publication: one part `release`, then one part `file` for each file. */
export const uploadForm = ({ record, checks, files }: TinyRelease, change: FormChange = {}): FormData => {
  const { head = {}, first = JSON.stringify({ record, checks, ...head }), without, more = [] } = change
  const form = new FormData()
  form.append('release', first)
  for (const [file, content] of [...Object.entries(files), ...more])
    if (file !== without) form.append('file', new Blob([content]), file)
  return form
}

/** Its files come before the record. */
export const lateRecordForm = (release: TinyRelease): FormData => {
  const form = new FormData()
  for (const [name, value] of [...uploadForm(release)].reverse()) {
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, value, value.name)
  }
  return form
}

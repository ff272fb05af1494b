import { base64ToBytes } from 'pdf/cms'
import * as v from 'valibot'
import { type CheckOptions, checkEvidence, type EvidenceVerdict } from '../check-evidence.ts'
import type { EvidenceFinding } from '../finding.ts'
import { type EvidenceFile, ZipError } from '../read-zip.ts'
import { pageTexts, toneWords, verdictWords } from './texts.ts'

const AuthoritiesSchema = v.object({
  roots: v.array(
    v.object({ kind: v.picklist(['platform', 'national', 'simulator', 'other']), certificate: v.string() }),
  ),
  intermediates: v.array(v.string()),
  policy: v.string(),
})

const element = (id: string): HTMLElement => {
  const found = document.getElementById(id)
  if (found === null) throw new Error(`the page has no #${id}`)
  return found
}

const readAuthorities = (): Pick<CheckOptions, 'roots' | 'intermediates' | 'policy'> => {
  const { roots, intermediates, policy } = v.parse(
    AuthoritiesSchema,
    JSON.parse(element('authorities').textContent ?? ''),
  )
  return {
    roots: roots.map(({ kind, certificate }) => ({ kind, certificate: base64ToBytes(certificate) })),
    intermediates: intermediates.map(base64ToBytes),
    policy,
  }
}

const make = (tag: string, className: string, text = ''): HTMLElement => {
  const made = document.createElement(tag)
  made.className = className
  made.textContent = text
  return made
}

const showFinding = ({ tone, file, title, details }: EvidenceFinding): HTMLElement => {
  const item = make('li', `finding ${tone}`)
  const head = make('p', 'title')
  head.append(make('strong', 'tone', toneWords[tone]), ` ${title}`)
  item.append(head, make('p', 'file', file))
  if (details.length > 0) {
    const list = make('ul', 'details')
    list.append(...details.map((detail) => make('li', '', detail)))
    item.append(list)
  }
  return item
}

const show = ({ kind, findings }: EvidenceVerdict): void => {
  const { title, text } = verdictWords[kind]
  const verdict = element('verdict')
  verdict.className = `verdict ${kind}`
  verdict.replaceChildren(make('h2', '', title), make('p', '', text))
  element('findings').replaceChildren(...findings.map(showFinding))
}

const showFailure = (error: unknown): void => {
  const verdict = element('verdict')
  verdict.className = 'verdict altered'
  const text = error instanceof ZipError ? pageTexts.damagedZip : pageTexts.failed
  verdict.replaceChildren(make('h2', '', pageTexts.notChecked), make('p', '', text))
  element('findings').replaceChildren()
}

const readEvidenceFile = async (file: File): Promise<EvidenceFile> => ({
  name: file.name,
  bytes: new Uint8Array(await file.arrayBuffer()),
})

const check = async (chosen: readonly File[]): Promise<void> => {
  if (chosen.length === 0) return
  const verdict = element('verdict')
  verdict.className = 'verdict busy'
  verdict.replaceChildren(make('p', '', pageTexts.busy))
  element('findings').replaceChildren()
  try {
    const files = await Promise.all(chosen.map(readEvidenceFile))
    show(await checkEvidence(files, { ...readAuthorities(), now: new Date() }))
  } catch (error) {
    showFailure(error)
  }
}

const input = element('files')
if (!(input instanceof HTMLInputElement)) throw new Error('#files is no input')
input.addEventListener('change', () => check([...(input.files ?? [])]))
document.addEventListener('dragover', (event) => event.preventDefault())
document.addEventListener('drop', (event) => {
  event.preventDefault()
  check([...(event.dataTransfer?.files ?? [])])
})

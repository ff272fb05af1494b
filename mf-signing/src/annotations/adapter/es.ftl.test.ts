import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const library = join(dirname(require.resolve('pdfjs-dist/package.json')), 'legacy')
const source = (file: string): string => readFileSync(join(library, file), 'utf8')
const viewer = source('web/pdf_viewer.mjs')

const messagesIn = (text: string): ReadonlyMap<string, readonly string[]> => {
  const messages = new Map<string, string[]>()
  let current: string[] = []
  for (const line of text.split('\n')) {
    const message = /^(pdfjs-[a-z0-9-]+) =(.*)$/.exec(line)
    if (message?.[1]) {
      current = message[2]?.trim() ? [''] : []
      messages.set(message[1], current)
    }
    const attribute = /^ {4}\.([a-z-]+) =/.exec(line)
    if (attribute?.[1]) current.push(attribute[1])
  }
  return messages
}

const ours = readFileSync(join(__dirname, 'es.ftl'), 'utf8')
const spanish = messagesIn(ours)

/** Ids used in pdf.js's code, not in its English texts. */
const asked = [source('build/pdf.mjs'), viewer]
  .flatMap((code) => [...code.matchAll(/(["`])(pdfjs-[a-z0-9-]+)\1/g)])
  .map(([, , id]) => id ?? '')
const ids = [...new Set(asked)].sort()

const english = () => {
  const [, literal] = /const text = ("pdfjs-(?:[^"\\]|\\.)*");/.exec(viewer) ?? []
  const text: unknown = JSON.parse(literal ?? '""')
  return messagesIn(String(text))
}

test('the installed pdf.js uses 52 texts', () => {
  expect(ids).toHaveLength(52)
})

test('es.ftl has exactly the texts that the installed pdf.js uses', () => {
  expect([...spanish.keys()].sort()).toEqual(ids)
})

test.each(ids)('the Spanish text %s has every part of the English text', (id) => {
  const wanted = english().get(id)
  expect(wanted).toBeDefined()
  expect(spanish.get(id)).toEqual(expect.arrayContaining([...(wanted ?? [])]))
})

test('the Spanish texts use only the variables that pdf.js supplies', () => {
  const variables = [...ours.matchAll(/\$([a-zA-Z]+)/g)].map(([, name]) => name)
  expect(new Set(variables)).toEqual(new Set(['page', 'description', 'generatedAltText', 'type', 'dateObj']))
})

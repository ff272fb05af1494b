import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useRef, useState } from 'react'
import { fakeUrls, renderInShell } from 'shared/testing'
import { fakeMedia } from '../testing/fake-media.ts'
import { fakeSigning } from '../testing/fake-signing.tsx'
import { FileArea } from './FileArea.tsx'

const pdf = (name: string) => new File(['%PDF-1.7'], name, { type: 'application/pdf' })
const picture = new Blob(['picture'], { type: 'image/webp' })
const contract = pdf('contrato.pdf')
const minutes = pdf('acta.pdf')

const input = () => screen.getByLabelText(/Arrastra un PDF aquí|Cambiar archivo/)
const page = (name: string) => screen.queryByRole('img', { name: `Primera página de ${name}` })
const making = () => screen.queryByText('Preparando la vista previa…')
const note = () => screen.queryByText(/^No pudimos mostrar la primera página\. Puedes subir el documento/)

function Area() {
  const [file, setFile] = useState<File>()
  const inputRef = useRef<HTMLInputElement>(null)
  return (
    <FileArea
      file={file}
      error={undefined}
      disabled={false}
      inputRef={inputRef}
      onChoose={setFile}
      onSeveral={() => undefined}
      onRemove={() => setFile(undefined)}
    />
  )
}

const show = () => {
  const signing = fakeSigning()
  const view = renderInShell(<Area />, { host: signing.host })
  return { ...signing, ...view }
}

let media: ReturnType<typeof fakeMedia>
let urls: ReturnType<typeof fakeUrls>

beforeEach(() => {
  media = fakeMedia(true)
  urls = fakeUrls()
  Object.assign(URL, urls)
})
afterEach(() => media.remove())

test('the upload area shows the limits before a file is chosen, and requests no preview', () => {
  const { asked } = show()
  expect(input()).toHaveAccessibleDescription(
    'Solo archivos PDF, hasta 10 MB. También puedes pegarlo, o traer varios a la vez.',
  )
  expect(input()).toHaveAttribute('accept', 'application/pdf,.pdf')
  expect(asked).toEqual([])
})

test('section 2: on a wide screen the upload area shows the first page and the number of pages', async () => {
  const { last, mounted } = show()
  await userEvent.upload(input(), contract)
  expect(making()).toBeInTheDocument()
  expect(last()).toMatchObject({ quiet: true, slot: 'page-picture', props: { width: 480 } })
  expect(last().props.source).toEqual({ kind: 'file', file: contract })

  act(() => last().props.onPicture(picture, 3))
  expect(page('contrato.pdf')).toHaveAttribute('src', 'blob:1')
  expect(screen.getByText(/3 páginas$/)).toBeVisible()
  expect(making()).toBeNull()
  expect(mounted()).toBe(0)
})

test('section 9: the preview appears only in windows wider than 768 px without touch, and follows resizing', async () => {
  media.change(false)
  const { asked, last, mounted } = show()
  await userEvent.upload(input(), contract)
  expect([...media.asked]).toEqual(['(width > 768px) and (not (pointer: coarse))'])
  expect(asked).toEqual([])
  expect(making()).toBeNull()

  media.change(true)
  expect(mounted()).toBe(1)
  act(() => last().props.onPicture(picture, 3))
  expect(page('contrato.pdf')).toBeVisible()
  media.change(false)
  expect(page('contrato.pdf')).toBeNull()
  expect(urls.revoked).toEqual(['blob:1'])
})

test('a browser without media queries shows no preview', async () => {
  media.remove()
  const { asked } = show()
  await userEvent.upload(input(), contract)
  expect(screen.getByText('contrato.pdf')).toBeVisible()
  expect(asked).toEqual([])
})

test('choosing another file replaces the preview of the previous file', async () => {
  const { last } = show()
  await userEvent.upload(input(), contract)
  act(() => last().props.onPicture(picture, 3))
  await userEvent.upload(input(), minutes)
  expect(screen.queryByRole('img')).toBeNull()
  expect(screen.queryByText(/páginas$/)).toBeNull()
  expect(making()).toBeInTheDocument()
  expect(urls.revoked).toEqual(['blob:1'])
  expect(last().props.source).toEqual({ kind: 'file', file: minutes })
  act(() => last().props.onPicture(picture, 1))
  expect(page('acta.pdf')).toHaveAttribute('src', 'blob:2')
  expect(screen.getByText(/1 página$/)).toBeVisible()
})

test('removing the file, or leaving the page, removes the preview', async () => {
  const { last, unmount } = show()
  await userEvent.upload(input(), contract)
  act(() => last().props.onPicture(picture, 3))
  await userEvent.click(screen.getByRole('button', { name: 'Quitar archivo' }))
  expect(page('contrato.pdf')).toBeNull()
  expect(urls.revoked).toEqual(['blob:1'])

  await userEvent.upload(input(), contract)
  expect(making()).toBeInTheDocument()
  act(() => last().props.onPicture(picture, 3))
  unmount()
  expect(urls.revoked).toEqual(['blob:1', 'blob:2'])
  expect(media.listeners.size).toBe(0)
})

test.each(['onFailure', 'onUnavailable'] as const)(
  'when the preview fails (%s), a note appears, and the file stays and can be changed',
  async (reason) => {
    const { last, mounted } = show()
    await userEvent.upload(input(), contract)
    act(() => (reason === 'onFailure' ? last().props.onFailure() : last().onUnavailable?.()))
    expect(note()).toBeVisible()
    expect(mounted()).toBe(0)
    expect(screen.getByText('contrato.pdf')).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
    await userEvent.upload(input(), minutes)
    expect(note()).toBeNull()
    expect(mounted()).toBe(1)
  },
)

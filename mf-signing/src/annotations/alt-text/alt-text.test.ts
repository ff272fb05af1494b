import type { AltTextData, PdfjsEditor, PdfjsUiManager } from '../adapter/pdfjs-internals.ts'
import { createAltText } from './alt-text.ts'

const anImage = (fileName = 'IMG_1.png', data: AltTextData = { altText: null, decorative: false }) => {
  const image = {
    altTextData: data,
    guessedAltText: undefined as string | undefined,
    div: { getAttribute: () => fileName },
    setGuessedAltText: async (text: string) => {
      image.guessedAltText = text
    },
    altTextFinish: jest.fn(),
    focus: jest.fn(),
  }
  return image
}

const manager = { setSelected: jest.fn() } as unknown as PdfjsUiManager
const ask = async (image: ReturnType<typeof anImage>, firstTime = true) => {
  const model = createAltText()
  model.manager.editAltText(manager, image as unknown as PdfjsEditor, firstTime)
  await Promise.resolve()
  await Promise.resolve()
  return model
}

test('a new image with a meaningful file name gets a proposal that is not saved yet', async () => {
  const image = anImage('plano de la casa.png')
  const { request } = await ask(image)
  expect(request.get()).toMatchObject({ text: 'Plano de la casa', proposed: true, firstTime: true })
  expect(image.altTextData.altText).toBeNull()
})

test('an existing description opens for editing without a proposal', async () => {
  const { request } = await ask(anImage('plano.png', { altText: 'La casa', decorative: false }), false)
  expect(request.get()).toMatchObject({ text: 'La casa', proposed: false, decorative: false })
})

test('saving trims the description, finishes the image, and selects and focuses it', async () => {
  const image = anImage()
  const model = await ask(image)
  model.save({ text: '  La casa  ', decorative: false })
  expect(image.altTextData).toEqual({ altText: 'La casa', decorative: false })
  expect(image.altTextFinish).toHaveBeenCalledTimes(1)
  expect(manager.setSelected).toHaveBeenCalledWith(image)
  expect(image.focus).toHaveBeenCalledTimes(1)
  expect(model.request.get()).toBeUndefined()
})

test('a saved decorative image opens again with an empty description', async () => {
  const image = anImage()
  ;(await ask(image)).save({ text: '', decorative: true })
  expect(image.altTextData).toMatchObject({ decorative: true, altText: expect.stringMatching(/./) })
  expect((await ask(image, false)).request.get()).toMatchObject({ text: '', decorative: true })
})

test('closing the dialog leaves the description unset and finishes the image', async () => {
  const image = anImage()
  const model = await ask(image)
  model.close()
  expect(image.altTextData.altText).toBeNull()
  expect(image.altTextFinish).toHaveBeenCalledTimes(1)
})

test('closing the document removes the pending request for a description', async () => {
  const model = await ask(anImage())
  model.manager.destroy()
  expect(model.request.get()).toBeUndefined()
})

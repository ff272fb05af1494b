import { deflateSync } from 'node:zlib'
import { array, dict, name, type PdfObject, type PdfRef, ref, stream, string } from './objects.ts'
import { type Box, type Rotation, uprightAppearance } from './page-geometry.ts'
import { decodePng, type Picture } from './png.ts'
import type { Revision } from './revision.ts'
import { ascii, formatNumber, formatString } from './serialize.ts'
import { encodeWinAnsi, helveticaWidth } from './win-ansi.ts'

export interface AppearanceInput {
  /** The drawn signature. */
  readonly png: Uint8Array
  readonly signerName: string
  readonly signedAt: Date
  readonly rect: Box
  readonly rotate: Rotation
}

/** Share of the height that the text may take; the drawing has the rest. */
const TEXT_SHARE = 0.36
const LARGEST_FONT = 9
const LINE_HEIGHT = 1.2
const PADDING_SHARE = 0.04

const costaRica = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'America/Costa_Rica',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** Date and time in Costa Rica as dd/mm/yyyy HH:mm, in characters that every font has. */
export function formatSignedAt(time: Date): string {
  const parts = new Map(costaRica.formatToParts(time).map(({ type, value }) => [type, value]))
  const get = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? ''
  return `${get('day')}/${get('month')}/${get('year')} ${get('hour')}:${get('minute')}`
}

/**
 * The lines under the drawing: the name, and when and with what it was signed. A name that Helvetica cannot show is
 * left out whole rather than shown with holes; it stands in the certificate and in the signature dictionary anyway.
 */
export function appearanceLines(signerName: string, signedAt: Date): Uint8Array[] {
  const lines = [signerName.trim(), `${formatSignedAt(signedAt)} · Firmado con Trazo`]
  return lines.map(encodeWinAnsi).filter((line): line is Uint8Array => line !== undefined && line.length > 0)
}

/** Adds the appearance of a signed field to the revision (ISO 32000-1, 12.5.5) and answers its reference. */
export function addAppearance(revision: Revision, input: AppearanceInput): PdfRef {
  const picture = decodePng(input.png)
  const { width, height, matrix } = uprightAppearance(input.rect, input.rotate)
  const lines = appearanceLines(input.signerName, input.signedAt)
  const content = `${drawText(lines, width, height)}${drawPicture(picture, width, height, lines.length)}`
  return revision.add(
    stream(
      dict({
        Type: name('XObject'),
        Subtype: name('Form'),
        BBox: array([0, 0, round(width), round(height)]),
        Matrix: array(matrix.map(round)),
        Resources: dict({
          XObject: dict({ Drawing: addPicture(revision, picture) }),
          Font: dict({ Helv: helvetica() }),
        }),
      }),
      ascii(content),
    ),
  )
}

const round = (value: number): number => Math.round(value * 1000) / 1000
const number = (value: number): string => formatNumber(round(value))

const helvetica = (): PdfObject =>
  dict({
    Type: name('Font'),
    Subtype: name('Type1'),
    BaseFont: name('Helvetica'),
    Encoding: name('WinAnsiEncoding'),
  })

/** Bottom of the drawing's part of the appearance. */
const drawingBottom = (height: number, lines: number): number => (lines === 0 ? 0 : height * TEXT_SHARE)

/** The drawing as large as it fits, centred, its proportions kept. */
function drawPicture(picture: Picture, width: number, height: number, lines: number): string {
  const bottom = drawingBottom(height, lines)
  const padding = height * PADDING_SHARE
  const boxWidth = Math.max(width - 2 * padding, width / 2)
  const boxHeight = height - bottom - padding
  const scale = Math.min(boxWidth / picture.width, boxHeight / picture.height)
  const [w, h] = [picture.width * scale, picture.height * scale]
  const [x, y] = [(width - w) / 2, bottom + (boxHeight - h) / 2]
  return `q ${number(w)} 0 0 ${number(h)} ${number(x)} ${number(y)} cm /Drawing Do Q\n`
}

function drawText(lines: readonly Uint8Array[], width: number, height: number): string {
  if (lines.length === 0) return ''
  const padding = height * PADDING_SHARE
  const longest = Math.max(...lines.map(helveticaWidth))
  const byHeight = (height * TEXT_SHARE - padding) / (lines.length * LINE_HEIGHT)
  const size = Math.min(LARGEST_FONT, byHeight, (width - 2 * padding) / longest)
  const leading = size * LINE_HEIGHT
  const first = padding + (lines.length - 1) * leading + size * 0.25
  const shown = lines.map((bytes, index) => `${index === 0 ? '' : 'T* '}${formatString(string(bytes))} Tj`)
  return [
    `BT 0.2 g /Helv ${number(size)} Tf ${number(leading)} TL ${number(padding)} ${number(first)} Td`,
    ...shown,
    'ET\n',
  ].join('\n')
}

/** Image XObject with a soft mask for transparency (8.9.5). */
function addPicture(revision: Revision, picture: Picture): PdfRef {
  const mask =
    picture.alpha === undefined ? undefined : addImage(revision, picture, 'DeviceGray', picture.alpha, undefined)
  return addImage(revision, picture, picture.channels === 1 ? 'DeviceGray' : 'DeviceRGB', picture.samples, mask)
}

function addImage(
  revision: Revision,
  { width, height }: Picture,
  colourSpace: string,
  samples: Uint8Array,
  mask: PdfRef | undefined,
): PdfRef {
  return revision.add(
    stream(
      dict({
        Type: name('XObject'),
        Subtype: name('Image'),
        Width: width,
        Height: height,
        ColorSpace: name(colourSpace),
        BitsPerComponent: 8,
        Filter: name('FlateDecode'),
        SMask: mask === undefined ? undefined : ref(mask.num, mask.gen),
      }),
      new Uint8Array(deflateSync(samples)),
    ),
  )
}

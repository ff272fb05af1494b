import { describeChange, type SignatureReport, type SignersByField } from 'pdf/verify'
import type { Tone } from 'shared/ui'
import type { Rect } from '../../geometry/geometry.ts'
import { toneOfChange } from '../words.ts'
import { onPage } from './fitting.ts'
import { compareTexts } from './texts.ts'

/** A place to look at. `number` joins it with its line in the list. */
export interface FindingMark {
  readonly number: number
  /** From 1. */
  readonly page: number
  /** In fractions of the visible page. */
  readonly rect: Rect
}

export interface ComparedFinding {
  readonly text: string
  readonly tone: Tone
  /** Of the pictures: no told change explains it. */
  readonly isUnexplained: boolean
  /** Undefined if it belongs to no page. */
  readonly mark: FindingMark | undefined
}

const WHOLE_PAGE: Rect = { x: 0, y: 0, width: 1, height: 1 }

type Told = Omit<ComparedFinding, 'mark'> & { readonly page: number | undefined; readonly rect: Rect | undefined }

type Followed = Pick<SignatureReport, 'changes' | 'picture'>

const toldOf = ({ changes, picture }: Followed, signers: SignersByField): Told[] => [
  ...changes.map((change) => ({
    text: describeChange(change, signers),
    tone: toneOfChange(change),
    isUnexplained: false,
    page: change.page,
    rect: change.rect,
  })),
  ...picture.differences.map(({ page, rect }) => ({
    text: compareTexts.unexplained(page),
    tone: 'error' as const,
    isUnexplained: true,
    page,
    rect,
  })),
]

/**
 * What follows the signature: marks by page, then what has no page.
 * A change of a page without a rectangle marks the whole page.
 */
export const findingsAfter = (signature: Followed, signers: SignersByField): ComparedFinding[] => {
  const told = toldOf(signature, signers)
  const placed = told
    .flatMap(({ page, rect, ...rest }) => (page === undefined ? [] : [{ ...rest, page, rect: rect ?? WHOLE_PAGE }]))
    .sort((a, b) => a.page - b.page)
  return [
    ...placed.map(({ page, rect, ...rest }, index) => ({
      ...rest,
      mark: { number: index + 1, page, rect: onPage(rect) },
    })),
    ...told.flatMap(({ page, rect, ...rest }) => (page === undefined ? [{ ...rest, mark: undefined }] : [])),
  ]
}

const GRAVEST_FIRST: readonly Tone[] = ['error', 'warning']

/** The first of the gravest: a signer's own field is not why people look. */
export const firstToShow = (findings: readonly ComparedFinding[]): FindingMark | undefined => {
  const marked = findings.filter(({ mark }) => mark !== undefined)
  const grave = GRAVEST_FIRST.map((tone) => marked.find((finding) => finding.tone === tone))
  return [...grave, marked[0]].find((finding) => finding !== undefined)?.mark
}

export const marksOf = (findings: readonly ComparedFinding[]): FindingMark[] =>
  findings.flatMap(({ mark }) => mark ?? [])
